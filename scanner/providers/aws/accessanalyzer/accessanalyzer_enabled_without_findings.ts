import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'accessanalyzer_enabled_without_findings',
  title: 'Analyzer has no open findings',
  description:
    'Asks each active analyzer of access from outside for its findings that nobody has resolved or archived.',
  risk: 'An open finding is a way in from outside that nobody has said is meant to be there.',
  decision:
    'Passes when an active analyzer has no active findings. Fails when it has at least one; counted are those of the first page that has any, a hundred at most. An analyzer that is not active is not judged, nor one of unused or of internal access, nor a region without an analyzer.',
  fix: {
    text: 'Close each way in that is not meant, and archive the findings of those that are.',
    console: [
      'Open IAM, choose Access Analyzer, select the region, and choose the analyzer’s active findings.',
      'For access that is not meant, open the resource and narrow its policy; the finding is then resolved.',
      'For access that is meant, choose Archive, or make an archive rule.',
    ],
    cli: 'aws accessanalyzer update-findings --analyzer-arn <analyzer ARN> --ids <finding id> --status ARCHIVED',
    terraform: `resource "aws_accessanalyzer_archive_rule" "partner" {
  analyzer_name = aws_accessanalyzer_analyzer.outside.analyzer_name
  rule_name     = "partner"

  filter {
    criteria = "principal.AWS"
    eq       = ["111122223333"]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access-analyzer-findings.html',
  over: 'analyzers',
  needs: ['findings'],
  judge: ({ name, region, status, findings: { count, more } }) => {
    if (status !== 'ACTIVE') return []
    return count === 0
      ? pass(`The analyzer ${name} of ${region} has no open findings.`)
      : fail(
          `The analyzer ${name} of ${region} has ${more ? 'more than ' : ''}${count} open findings.`,
        )
  },
})
