import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { ago, reported } from './days.ts'
import { holderOf } from './holders.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_accesskey_unused',
  title: 'IAM access key is in use',
  description:
    'Reads from the credential report when each active access key of IAM users and the root user was last used.',
  risk: 'Misuse of an unused key is unlikely to be noticed.',
  decision:
    'Fails if an active key was last used more than `max_unused_access_keys_days` days ago, 45 by default. For a key that was never used, the days are counted from its creation. If the creation date is unknown, the key fails. Passes if every active key was used within this period, or if there is no active key. If a user has two keys, the worse result counts. Inactive keys do not count.',
  fix: {
    text: 'Deactivate the key, and delete it after verifying that nothing fails.',
    console: [
      'Open IAM, choose Users, then the user, then the Security credentials tab.',
      'Under Access keys, see when, where and for which service the key was last used.',
      'Choose Actions, then Deactivate, and monitor for failures.',
      'If there are no failures, choose Actions, then Delete.',
    ],
    cli: 'aws iam update-access-key --user-name <name> --access-key-id <id> --status Inactive',
    terraform: `resource "aws_iam_access_key" "reports" {
  user   = aws_iam_user.reports.name
  status = "Inactive" # delete the resource after verifying that the key is not needed
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_finding-unused.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/access-keys-admin-managed.html'],
  over: 'keyHolders',
  needs: ['credentials'],
  config: { max_unused_access_keys_days: 45 },
  judge(holder, { now, config }) {
    const { access_keys, reported_at } = holder.credentials
    const who = holderOf(holder)
    const by = reported(reported_at, now)
    const active = access_keys.filter((key) => key.active)
    if (active.length === 0) return pass(`No access key of ${who} is active, ${by}.`)
    return active.map(({ slot, used_at, rotated_at }) => {
      // A new key may not have been used yet, so its age counts instead.
      const since = used_at ?? rotated_at
      const what = `Access key ${slot} of ${who}`
      if (since === null) return fail(`${what} was never used, ${by}.`)
      const idle = daysSince(since, now)
      const sentence = used_at
        ? `${what} was last used ${ago(idle)}, ${by}.`
        : `${what} was created ${ago(idle)} and never used, ${by}.`
      return idle > config.max_unused_access_keys_days ? fail(sentence) : pass(sentence)
    })
  },
})
