// Package explain says in words what a profile is and what may mislead in it.
//
// [About] explains a profile's kind, [SampleType] what a sample type counts, and [Glossary] the words in
// reports. [Hints] warns about what may mislead in one particular profile, and [WhyBlank] says why it shows
// nothing. [Facts], [Headline] and [Summary] are the lines around a report.
package explain
