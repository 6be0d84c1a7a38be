// Package explain says in words what a profile is and what may mislead in it.
//
// [About] explains the kind of a profile and [SampleType] what a sample type counts, [Glossary] the words of reports.
// [Hints] are warnings of what may mislead in this very profile, and [WhyBlank] says why it shows nothing. [Facts],
// [Headline] and [Summary] are the lines around a report.
package explain
