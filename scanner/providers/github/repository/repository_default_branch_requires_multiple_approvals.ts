import { fail, pass } from '../../../kit/index.ts'
import { requestedApprovals } from './protection.ts'
import { check } from './resources.ts'
import { bothWays, branchOf, branchProtection, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_multiple_approvals',
  title: 'Pull requests to the default branch need two approvals',
  description:
    'Reads required_approving_review_count of branch protection and of the pull request rules on the default branch.',
  risk: 'A single person, or one stolen account together with a careless colleague, brings code into what is released.',
  decision: `Passes when either way asks for two approvals at least. Fails with one or none. ${bothWays}`,
  fix: pullRequestFix('required_approving_review_count', 2, {
    text: 'Ask for two approvals of each pull request.',
    step: 'Under Require a pull request before merging set Required approvals to 2.',
  }),
  source: branchProtection,
  links: [rulesets],
  over: 'repositories',
  needs: ['approvals'],
  judge: (record) => {
    const { approvals } = record
    if (approvals === null) return []
    const { count, by } = approvals
    const asked = `${branchOf(record)} asks for ${count} ${count === 1 ? 'approval' : 'approvals'}`
    if (count === 0) return fail(`${branchOf(record)} asks for no approval of a pull request.`)
    const sentence = `${asked}. It is enforced by ${by.join(' and ')}.`
    return count >= requestedApprovals ? pass(sentence) : fail(sentence)
  },
})
