package app

import (
	"os"
	"path"
	"slices"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/lang"
	"golang.org/x/text/language"

	"profstation/assets"
	"profstation/model/lang"
	"profstation/scene"
)

// languages are the window's, with their names in themselves and in English. Texts are written in the first.
var languages = []struct {
	tag           language.Tag
	name, english string
}{
	{language.English, "English", "English"},
	{language.German, "Deutsch", "German"},
	{language.SimplifiedChinese, "简体中文", "Chinese"},
}

// speak sets the window's language: the one that was chosen, else the system's. The toolkit's own
// dialogs follow it where environment variables choose a language, as on Linux. If no font can write it, the window
// speaks English, and why is a sentence about that.
func speak(chosen string) (why string, err error) {
	if chosen == "" {
		chosen = toolkit.SystemLocale().LanguageString()
	}
	c, why, err := catalogue(chosen)
	if err != nil {
		return "", err
	}
	lang.Use(c)
	if err := os.Setenv("LANGUAGE", lang.Tag()); err != nil {
		return "", err
	}
	return why, toolkit.AddTranslations(fyne.NewStaticResource("en.json", []byte("{}"))) // reads the environment again
}

// catalogue holds the texts in the language that is nearest to what is chosen; nil stands for English, and why says
// why it is not another one. A language whose name no font here can write would be boxes throughout, so it is not taken.
func catalogue(chosen string) (c *lang.Catalogue, why string, err error) {
	var known []language.Tag
	for _, l := range languages {
		known = append(known, l.tag)
	}
	_, i, sure := language.NewMatcher(known).Match(language.Make(chosen))
	if i == 0 || sure == language.No {
		return nil, "", nil
	}
	if !writable(languages[i].name) {
		return nil, lang.L("No installed font has the letters of {{.Language}}, so texts are in English: install one, such as Noto Sans CJK, and start again.",
			lang.With{"Language": lang.L(languages[i].english)}), nil
	}
	data, err := assets.Translations.ReadFile(path.Join("translations", known[i].String()+".json"))
	if err != nil {
		return nil, "", err
	}
	c, err = lang.Read(known[i], data)
	return c, "", err
}

// writable reports whether a font here has all letters in a name.
func writable(name string) bool { return len(scene.Lacking(slices.Values([]string{name}))) == 0 }

// newLanguageChoice offers the languages, the system's first.
func newLanguageChoice(chosen string) choice[string] {
	tags, names := []string{""}, []string{lang.L(likeDesktop)}
	for _, l := range languages {
		name := l.name
		if !writable(name) {
			name = lang.L(l.english)
		}
		tags, names = append(tags, l.tag.String()), append(names, name)
	}
	return newChoice(chosen, tags, names...)
}
