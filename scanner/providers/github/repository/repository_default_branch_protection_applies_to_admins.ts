import { check } from './resources.ts'
import { bothWays, branchProtection, judged } from './texts.ts'

export default check({
  id: 'repository_default_branch_protection_applies_to_admins',
  title: 'Default branch protection applies to administrators',
  description:
    'Reads enforce_admins of branch protection and the bypass lists of the rulesets that apply to the default branch.',
  risk: 'An administrator, or an attacker with an administrator’s account, can push changes without the required reviews and checks.',
  decision: `Passes if branch protection includes administrators and no ruleset lets a role, a team or organization administrators bypass it. Fails if one of them does, or if nothing protects the branch. Apps and deploy keys on a bypass list do not count. If GitHub does not show a bypass list, the setting is reported as unread. ${bothWays}`,
  fix: {
    text: 'Apply the protection of the default branch to administrators, and remove roles and teams from the bypass lists.',
    console: [
      'Open the repository and choose Settings, then Branches.',
      'Edit the rule of the default branch and select Do not allow bypassing the above settings.',
      'Choose Rulesets, open each ruleset that targets the branch, and empty its bypass list.',
      'Choose Save changes.',
    ],
    cli: 'gh api --method POST repos/<owner>/<repository>/branches/<branch>/protection/enforce_admins',
    terraform: [
      'resource "github_branch_protection" "default_branch" {',
      '  repository_id  = "<repository>"',
      '  pattern        = "<branch>"',
      '  enforce_admins = true',
      '}',
    ].join('\n'),
  },
  source: branchProtection,
  over: 'repositories',
  needs: ['admins_bound'],
  judge: (record) =>
    judged(record, record.admins_bound, {
      does: 'has protection that applies to administrators',
      lacks: 'has no protection that applies to administrators',
    }),
})
