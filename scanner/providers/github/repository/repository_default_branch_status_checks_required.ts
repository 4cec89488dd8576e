import { check } from './resources.ts'
import { bothWays, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_status_checks_required',
  title: 'Pull requests to the default branch need status checks',
  description:
    'Reads the required checks of branch protection, and the rules on status checks and workflows of rulesets on the default branch.',
  risk: 'What fails its tests or its security scan is merged all the same.',
  decision: `Passes when branch protection or a rule names at least one status check, or a rule names a workflow that has to succeed. Fails when none does, also where checks are required but none is named. ${bothWays}`,
  fix: rulesetFix({
    text: 'Name the checks that have to succeed before a merge.',
    step: 'Select the rule Require status checks to pass and add each check by its name.',
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
      does: 'needs status checks',
      lacks: 'needs no status check',
    }),
})
