package main

import (
	"bytes"
	"text/template"

	"profstation/assets/desktop"
)

// plist makes a property list to be merged into the Info.plist of the application.
// The types are imported, since their format belongs to the Go project, and
// profstation is an alternate for them, never the owner.
func plist(types []fileType) ([]byte, error) {
	var b bytes.Buffer
	err := plistTemplate.Execute(&b, map[string]any{"ID": desktop.ID, "Types": types})
	return b.Bytes(), err
}

var plistTemplate = template.Must(template.New("").Parse(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Not tested on macOS. Merge into Contents/Info.plist; see README.txt. -->
<plist version="1.0">
<dict>
	<key>CFBundleDocumentTypes</key>
	<array>
{{- range .Types}}
		<dict>
			<key>CFBundleTypeName</key>
			<string>{{.Name}}</string>
			<key>CFBundleTypeRole</key>
			<string>Viewer</string>
			<key>LSHandlerRank</key>
			<string>Alternate</string>
			<key>LSItemContentTypes</key>
			<array>
				<string>{{$.ID}}.{{.Short}}</string>
			</array>
		</dict>
{{- end}}
	</array>
	<key>UTImportedTypeDeclarations</key>
	<array>
{{- range .Types}}
		<dict>
			<key>UTTypeIdentifier</key>
			<string>{{$.ID}}.{{.Short}}</string>
			<key>UTTypeDescription</key>
			<string>{{.Name}}</string>
			<key>UTTypeConformsTo</key>
			<array>
				<string>public.data</string>
			</array>
			<key>UTTypeTagSpecification</key>
			<dict>
				<key>public.filename-extension</key>
				<array>
{{- range .Endings}}
					<string>{{.}}</string>
{{- end}}
				</array>
				<key>public.mime-type</key>
				<string>{{.MIME}}</string>
			</dict>
		</dict>
{{- end}}
	</array>
</dict>
</plist>
`))
