package main

import (
	"bytes"
	"strings"
	"text/template"
)

// register makes a script that offers profstation under "Open with" for the user who
// runs it: identifiers of programs (ProgID) below HKCU, and OpenWithProgids of the
// endings. The default program of an ending stays.
func register(types []fileType) ([]byte, error) { return script(registerTemplate, types) }

// unregister makes a script that undoes the work of register.
func unregister(types []fileType) ([]byte, error) { return script(unregisterTemplate, types) }

// script fills in a template, with the line ends of Windows.
func script(t *template.Template, types []fileType) ([]byte, error) {
	var b strings.Builder
	if err := t.Execute(&b, types); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll([]byte(b.String()), []byte("\n"), []byte("\r\n")), nil
}

var registerTemplate = template.Must(template.New("").Parse(`# Not tested on Windows. Offers profstation.exe, which must lie beside this
# script, under "Open with" for this user; no administrator is needed.
$ErrorActionPreference = 'Stop'
$program = Join-Path $PSScriptRoot 'profstation.exe'
if (-not (Test-Path -LiteralPath $program)) { throw "$program is missing" }
$classes = 'HKCU:\Software\Classes'

function Set-Default([string]$path, [string]$value) {
	New-Item -Path $path -Force | Out-Null
	Set-Item -LiteralPath $path -Value $value
}

function Add-Type-Of-File([string]$progid, [string]$name, [string[]]$endings) {
	Set-Default "$classes\$progid" $name
	Set-Default "$classes\$progid\DefaultIcon" "` + "`" + `"$program` + "`" + `",0"
	Set-Default "$classes\$progid\shell\open\command" "` + "`" + `"$program` + "`" + `" ` + "`" + `"%1` + "`" + `""
	foreach ($ending in $endings) {
		$key = "$classes\.$ending\OpenWithProgids"
		if (-not (Test-Path -LiteralPath $key)) { New-Item -Path $key -Force | Out-Null }
		New-ItemProperty -LiteralPath $key -Name $progid -PropertyType None -Value ([byte[]]@()) -Force | Out-Null
	}
}
{{range .}}
Add-Type-Of-File 'profstation.{{.Short}}' '{{.Name}}' @({{range $i, $e := .Endings}}{{if $i}}, {{end}}'{{$e}}'{{end}})
{{- end}}
`))

var unregisterTemplate = template.Must(template.New("").Parse(`# Not tested on Windows. Undoes the work of register.ps1.
$classes = 'HKCU:\Software\Classes'

function Remove-Type-Of-File([string]$progid, [string[]]$endings) {
	Remove-Item -LiteralPath "$classes\$progid" -Recurse -ErrorAction SilentlyContinue
	foreach ($ending in $endings) {
		Remove-ItemProperty -LiteralPath "$classes\.$ending\OpenWithProgids" -Name $progid -ErrorAction SilentlyContinue
	}
}
{{range .}}
Remove-Type-Of-File 'profstation.{{.Short}}' @({{range $i, $e := .Endings}}{{if $i}}, {{end}}'{{$e}}'{{end}})
{{- end}}
`))
