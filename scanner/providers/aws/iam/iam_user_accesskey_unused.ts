import { fail, pass } from '../../../kit/index.ts'
import { ago, daysSince } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_accesskey_unused',
  title: 'Active access keys are in use',
  risk: 'A key that nobody uses is one that nobody misses when it is stolen.',
  fix: {
    text: 'Deactivate the key, and delete it when nothing breaks.',
    cli: 'aws iam update-access-key --user-name <name> --access-key-id <id> --status Inactive',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_finding-unused.html',
  over: 'users',
  needs: ['credentials'],
  config: { max_unused_access_keys_days: 45 },
  judge({ name, credentials: { access_keys } }, { now, config }) {
    const active = access_keys.filter((key) => key.active)
    if (active.length === 0) return pass(`${name} has no active access key.`)
    return active.map(({ slot, used_at, rotated_at }) => {
      // A new key has not had the time to be used: its age counts instead.
      const since = used_at ?? rotated_at
      const what = `The access key ${slot} of ${name}`
      if (since === null) return fail(`${what} was never used.`)
      const idle = daysSince(since, now)
      const sentence = used_at
        ? `${what} was last used ${ago(idle)}.`
        : `${what} was made ${ago(idle)} and never used.`
      return idle > config.max_unused_access_keys_days ? fail(sentence) : pass(sentence)
    })
  },
})
