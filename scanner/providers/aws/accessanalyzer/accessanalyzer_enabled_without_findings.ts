import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'accessanalyzer_enabled_without_findings',
  title: 'IAM Access Analyzer has no active findings',
  description:
    'Reads from each active external access analyzer the findings that are not resolved or archived.',
  risk: 'An active finding shows external access to a resource that has not been confirmed as intended.',
  decision:
    'Passes if an active analyzer has no active findings. Fails if it has at least one. The number comes from the first page with findings, at most 100. An analyzer that is not active, an analyzer of unused or internal access, and a region without an analyzer give no finding.',
  fix: {
    text: 'Remove external access that is not intended, and archive the findings for access that is intended.',
    console: [
      'Open IAM, choose Access Analyzer, select the region, and choose the analyzer’s active findings.',
      'For access that is not intended, open the resource and restrict its policy. The finding is then resolved.',
      'For access that is intended, choose Archive, or create an archive rule.',
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
      ? pass(`Analyzer ${name} in ${region} has no active findings.`)
      : fail(
          `Analyzer ${name} in ${region} has ${more ? 'more than ' : ''}${count} active ${count === 1 && !more ? 'finding' : 'findings'}.`,
        )
  },
})
