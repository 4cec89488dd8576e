import { fail, pass } from '../../../kit/index.ts'
import { fullAccess, named } from './permissions.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_no_full_access_to_cloudtrail',
  title: 'Own policy does not give every action of CloudTrail',
  risk: 'Who may do everything with CloudTrail can stop the record of what was done before doing it.',
  fix: {
    text: 'Name the reading actions that are needed, and leave changes to trails to the few who look after them.',
  },
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/best-practices-security.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, statements }, place) {
    const statement = fullAccess(statements, 'cloudtrail', 'trail', place)
    const what = `The policy ${name}`
    return statement
      ? fail(`${what} allows every action of CloudTrail: ${named(statement)} covers them all.`)
      : pass(`${what} does not allow every action of CloudTrail.`)
  },
})
