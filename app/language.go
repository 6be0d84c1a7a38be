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

// languages are those of the window, with their names in themselves. Texts are written in the first.
var languages = []struct {
	tag  language.Tag
	name string
}{
	{language.English, "English"},
	{language.German, "Deutsch"},
	{language.SimplifiedChinese, "简体中文"},
}

// speak sets the language of the window: the one that was chosen, else the one of the system. The toolkit's own
// dialogs follow it where environment variables choose a language, as on Linux.
func speak(chosen string) error {
	if chosen == "" {
		chosen = toolkit.SystemLocale().LanguageString()
	} else if err := os.Setenv("LANGUAGE", chosen); err != nil {
		return err
	}
	c, err := catalogue(chosen)
	if err != nil {
		return err
	}
	lang.Use(c)
	return toolkit.AddTranslations(fyne.NewStaticResource("en.json", []byte("{}"))) // reads the environment again
}

// catalogue holds the texts of the language that is nearest to what is chosen; nil stands for English. A language
// whose name no font here can write would be boxes throughout, so it is not taken.
func catalogue(chosen string) (*lang.Catalogue, error) {
	var known []language.Tag
	for _, l := range languages {
		known = append(known, l.tag)
	}
	_, i, sure := language.NewMatcher(known).Match(language.Make(chosen))
	if i == 0 || sure == language.No {
		return nil, nil
	}
	data, err := assets.Translations.ReadFile(path.Join("translations", known[i].String()+".json"))
	if err != nil {
		return nil, err
	}
	if len(scene.Lacking(slices.Values([]string{languages[i].name}))) > 0 {
		return nil, nil
	}
	return lang.Read(known[i], data)
}

// newLanguageChoice offers the languages, first that of the system.
func newLanguageChoice(chosen string) choice[string] {
	tags, names := []string{""}, []string{lang.L(likeDesktop)}
	for _, l := range languages {
		tags, names = append(tags, l.tag.String()), append(names, l.name)
	}
	return newChoice(chosen, tags, names...)
}
