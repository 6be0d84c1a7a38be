package lang

// Joins are the texts that join others: items in a list, sentences, and digits in a number.
var Joins = [...]string{"{{.List}}, {{.Next}}", "{{.Sentence}} {{.NextSentence}}", "{{.Digits}},{{.NextDigits}}"}

// List joins parts within a sentence in the user's language, as commas do in English. Empty parts are left
// out.
func List(parts ...string) string { return Voice(L).List(parts...) }

// Sentences joins sentences in the user's language. Empty ones are left out.
func Sentences(all ...string) string { return Voice(L).Sentences(all...) }

// List joins parts within a sentence.
func (say Voice) List(parts ...string) string {
	return joined(parts, func(list, next string) string {
		return say(Joins[0], With{"List": list, "Next": next})
	})
}

// Sentences joins sentences.
func (say Voice) Sentences(all ...string) string {
	return joined(all, func(sentence, next string) string {
		return say(Joins[1], With{"Sentence": sentence, "NextSentence": next})
	})
}

// joined joins the non-empty texts, two at a time.
func joined(all []string, two func(before, next string) string) (text string) {
	for _, s := range all {
		switch {
		case text == "":
			text = s
		case s != "":
			text = two(text, s)
		}
	}
	return text
}
