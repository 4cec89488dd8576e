import { fail, pass } from '../../../kit/index.ts'
import { requestedApprovals } from './protection.ts'
import { check } from './resources.ts'
import { bothWays, branchOf, branchProtection, pullRequestFix, rulesets } from './texts.ts'

export default check({
  id: 'repository_default_branch_requires_multiple_approvals',
  title: 'Default branch requires at least two approvals',
  description:
    'Reads required_approving_review_count of branch protection and of the pull request rules that apply to the default branch.',
  risk: 'One reviewer’s mistake, or one compromised account, is enough to merge malicious code.',
  decision: `Passes if branch protection or a rule requires at least two approvals. Fails if the highest required number is one or zero. ${bothWays}`,
  fix: pullRequestFix('required_approving_review_count', 2, {
    text: 'Require two approvals for each pull request.',
    step: 'Under Require a pull request before merging, set Required approvals to 2.',
  }),
  source: branchProtection,
  links: [rulesets],
  over: 'repositories',
  needs: ['approvals'],
  judge: (record) => {
    const { approvals } = record
    if (approvals === null) return []
    const { count, by } = approvals
    const asked = `${branchOf(record)} requires ${count} ${count === 1 ? 'approval' : 'approvals'}`
    if (count === 0)
      return fail(`${branchOf(record)} does not require any approval of a pull request.`)
    const sentence = `${asked}. It is enforced by ${by.join(' and ')}.`
    return count >= requestedApprovals ? pass(sentence) : fail(sentence)
  },
})
