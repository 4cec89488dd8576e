import { check } from './resources.ts'
import { bothWays, branchProtection, judged, rulesetFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_disallows_force_push',
  title: 'Default branch takes no forced pushes',
  description:
    'Reads allow_force_pushes of branch protection and the rule non_fast_forward of rulesets on the default branch.',
  risk: 'A forced push replaces history: reviewed commits vanish, others take their place, and what was built from them can no longer be explained.',
  decision: `Passes when branch protection does not allow forced pushes, or a rule blocks them. Fails when neither does. ${bothWays}`,
  fix: rulesetFix({
    text: 'Block forced pushes to the default branch by a ruleset.',
    step: 'Select the rule Block force pushes.',
    type: 'non_fast_forward',
    terraform: ['non_fast_forward = true'],
  }),
  source: rulesets,
  links: [branchProtection],
  over: 'repositories',
  needs: ['force_push_blocked'],
  judge: (record) =>
    judged(record, record.force_push_blocked, {
      does: 'takes no forced pushes',
      lacks: 'takes forced pushes',
    }),
})
