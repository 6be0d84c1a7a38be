package lang

// Joins are the texts that join others: the parts of a list, sentences, and the digits of a number.
var Joins = [...]string{"{{.List}}, {{.Next}}", "{{.Sentence}} {{.NextSentence}}", "{{.Digits}},{{.NextDigits}}"}

// List joins the parts of a sentence, as commas do in English, in the language of the user. Empty parts are left out.
func List(parts ...string) string { return Voice(L).List(parts...) }

// Sentences puts sentences behind each other, in the language of the user. Empty ones are left out.
func Sentences(all ...string) string { return Voice(L).Sentences(all...) }

// List joins the parts of a sentence.
func (say Voice) List(parts ...string) string {
	return joined(parts, func(list, next string) string {
		return say(Joins[0], With{"List": list, "Next": next})
	})
}

// Sentences puts sentences behind each other.
func (say Voice) Sentences(all ...string) string {
	return joined(all, func(sentence, next string) string {
		return say(Joins[1], With{"Sentence": sentence, "NextSentence": next})
	})
}

// joined joins the texts that are not empty, two at a time.
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
