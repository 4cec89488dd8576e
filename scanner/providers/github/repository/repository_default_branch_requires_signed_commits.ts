import { check } from './resources.ts'
import { bothWays, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_signed_commits',
  title: 'Default branch takes signed commits only',
  description:
    'Reads required_signatures of branch protection and the rule of that name in rulesets on the default branch.',
  risk: 'Anybody can write another’s name and address into a commit. Without a signature nobody can tell who made it.',
  decision: `Passes when branch protection or a rule asks for verified signatures. Fails when neither does. Commits that are there already are not looked at. ${bothWays}`,
  fix: rulesetFix({
    text: 'Ask for signed commits on the default branch by a ruleset.',
    step: 'Select the rule Require signed commits.',
    type: 'required_signatures',
    terraform: ['required_signatures = true'],
  }),
  source:
    'https://docs.github.com/en/authentication/managing-commit-signature-verification/about-commit-signature-verification',
  links: [rulesets],
  over: 'repositories',
  needs: ['signed_commits'],
  judge: (record) =>
    judged(record, record.signed_commits, {
      does: 'takes signed commits only',
      lacks: 'takes commits without a signature',
    }),
})
