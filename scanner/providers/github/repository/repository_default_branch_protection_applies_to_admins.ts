import { check } from './resources.ts'
import { bothWays, branchProtection, judged } from './texts.ts'

export default check({
  id: 'repository_default_branch_protection_applies_to_admins',
  title: 'Protection of the default branch binds administrators',
  description:
    'Reads enforce_admins of branch protection and the bypass lists of rulesets on the default branch.',
  risk: 'An administrator, or whoever took over the account of one, pushes past reviews and checks that everybody else has to pass.',
  decision: `Passes when branch protection includes administrators and no ruleset excepts a role, a team or the administrators of the organization. Fails when one of them does, or nothing protects the branch. Apps and deploy keys on a bypass list do not count. A bypass list that is not shown leaves it unread. ${bothWays}`,
  fix: {
    text: 'Include administrators in the protection of the default branch, and take roles and teams off the bypass lists.',
    console: [
      'Open the repository and choose Settings, then Branches.',
      'Edit the rule of the default branch and select Do not allow bypassing the above settings.',
      'Choose Rulesets, open each that targets the branch and empty its bypass list.',
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
      does: 'holds administrators to its protection',
      lacks: 'is not protected against administrators',
    }),
})
