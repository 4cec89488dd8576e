import { check } from './resources.ts'
import { bothWays, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_status_checks_required',
  title: 'Default branch requires status checks',
  description:
    'Reads the required status checks of branch protection, and the status check and workflow rules of the rulesets that apply to the default branch.',
  risk: 'Changes that fail tests or security scans can be merged.',
  decision: `Passes if branch protection or a rule names at least one status check, or if a rule names a workflow that must succeed. Fails if none does, including when checks are required but none is named. ${bothWays}`,
  fix: rulesetFix({
    text: 'Require status checks to pass before merging, and name them.',
    step: 'Select the rule Require status checks to pass, and add each check by name.',
    type: 'required_status_checks',
    parameters: {
      strict_required_status_checks_policy: true,
      required_status_checks: [{ context: '<check>' }],
    },
    terraform: [
      'required_status_checks {',
      '  required_check {',
      '    context = "<check>"',
      '  }',
      '}',
    ],
  }),
  source:
    'https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/collaborating-on-repositories-with-code-quality-features/about-status-checks',
  links: [rulesets],
  over: 'repositories',
  needs: ['status_checks'],
  judge: (record) =>
    judged(record, record.status_checks, {
      does: 'requires status checks',
      lacks: 'does not require any status check',
    }),
})
