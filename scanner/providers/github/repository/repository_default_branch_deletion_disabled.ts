import { check } from './resources.ts'
import { bothWays, branchProtection, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_deletion_disabled',
  title: 'Default branch cannot be deleted',
  description:
    'Reads allow_deletions of branch protection and the rule deletion of rulesets on the default branch.',
  risk: 'One command of somebody who may write removes the branch, and with it what builds, releases and other people’s work start from.',
  decision: `Passes when branch protection does not allow deletions, or a rule restricts them. Fails when neither does, as on a branch without protection. ${bothWays}`,
  fix: rulesetFix({
    text: 'Restrict deletions of the default branch by a ruleset.',
    step: 'Select the rule Restrict deletions.',
    type: 'deletion',
    terraform: ['deletion = true'],
  }),
  source: rulesets,
  links: [branchProtection],
  over: 'repositories',
  needs: ['deletion_blocked'],
  judge: (record) =>
    judged(record, record.deletion_blocked, {
      does: 'cannot be deleted',
      lacks: 'can be deleted by whoever may write',
    }),
})
