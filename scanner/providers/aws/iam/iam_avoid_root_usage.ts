import { fail, pass } from '../../../kit/index.ts'
import { ago, daysSince } from './days.ts'
import { check, type Credentials } from './resources.ts'

/** A use must have been this many days ago: a daily scan of a report up to four hours old then misses none. */
const quietDays = 2

const uses = ({
  password_used_at,
  access_keys,
}: Pick<Credentials, 'password_used_at' | 'access_keys'>) => [
  { how: 'with its password', at: password_used_at },
  ...access_keys.map(({ slot, used_at }) => ({ how: `with its access key ${slot}`, at: used_at })),
]

export default check({
  id: 'iam_avoid_root_usage',
  title: 'Root user is not used day to day',
  risk: 'Every sign-in as the root user exposes credentials that no policy limits, and hides which person acted.',
  fix: {
    text: 'Do daily work with roles or IAM Identity Center, and keep the root user for the few tasks that need it.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-tasks.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-best-practices.html',
  over: 'roots',
  needs: ['credentials'],
  judge({ credentials }, { now }) {
    const known = uses(credentials).flatMap(({ how, at }) =>
      at === null ? [] : [{ how, age: daysSince(at, now) }],
    )
    const [last] = known.sort((a, b) => a.age - b.age)
    if (!last) return pass('The root user was never used, as far as AWS remembers.')
    const sentence = `The root user was last used ${ago(last.age)}, ${last.how}.`
    return last.age < quietDays ? fail(sentence) : pass(sentence)
  },
})
