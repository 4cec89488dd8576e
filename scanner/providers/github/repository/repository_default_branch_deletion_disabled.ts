import { check } from './resources.ts'
import { bothWays, branchProtection, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_deletion_disabled',
  title: 'Default branch cannot be deleted',
  description:
    'Reads allow_deletions of branch protection and the deletion rule of the rulesets that apply to the default branch.',
  risk: 'A user with write access can delete the branch with one command. Builds and releases that use it then fail.',
  decision: `Passes if branch protection does not allow deletions, or if a rule restricts them. Fails if neither is true, including when the branch is not protected. ${bothWays}`,
  fix: rulesetFix({
    text: 'Restrict deletion of the default branch with a ruleset.',
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
      lacks: 'can be deleted by users with write access',
    }),
})
