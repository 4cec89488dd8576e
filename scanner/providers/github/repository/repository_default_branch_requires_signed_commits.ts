import { check } from './resources.ts'
import { bothWays, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_signed_commits',
  title: 'Default branch requires signed commits',
  description:
    'Reads required_signatures of branch protection and the required_signatures rule of the rulesets that apply to the default branch.',
  risk: 'Commits can be made under any name and email address. Without a signature, their author cannot be verified.',
  decision: `Passes if branch protection or a rule requires verified signatures. Fails if neither does. Existing commits are not checked. ${bothWays}`,
  fix: rulesetFix({
    text: 'Require signed commits on the default branch with a ruleset.',
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
      does: 'requires signed commits',
      lacks: 'accepts unsigned commits',
    }),
})
