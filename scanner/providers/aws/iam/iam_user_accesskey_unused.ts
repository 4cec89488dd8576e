import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { ago, reported } from './days.ts'
import { holderOf } from './holders.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_accesskey_unused',
  title: 'Active access keys are in use',
  description:
    'Reads from the credential report when each active access key of the users and of the root user was last used.',
  risk: 'A key that nobody uses is one that nobody misses when it is stolen.',
  decision:
    'Fails when an active key was last used more than `max_unused_access_keys_days` days ago, 45 unless configured. A key that was never used is counted from the day it was made, and fails at once where that day is unknown. Passes when every active key was in use since, and when there is none. Of two keys the worse decides; inactive keys do not count.',
  fix: {
    text: 'Deactivate the key, and delete it when nothing breaks.',
    console: [
      'Open IAM, choose Users, then the user, then the tab Security credentials.',
      'Under Access keys see when, where and for which service the key was last used.',
      'Choose Actions, then Deactivate, and wait for complaints.',
      'If there are none, choose Actions, then Delete.',
    ],
    cli: 'aws iam update-access-key --user-name <name> --access-key-id <id> --status Inactive',
    terraform: `resource "aws_iam_access_key" "reports" {
  user   = aws_iam_user.reports.name
  status = "Inactive" # delete the resource when nobody misses the key
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
      // A new key has not had the time to be used: its age counts instead.
      const since = used_at ?? rotated_at
      const what = `The access key ${slot} of ${who}`
      if (since === null) return fail(`${what} was never used, ${by}.`)
      const idle = daysSince(since, now)
      const sentence = used_at
        ? `${what} was last used ${ago(idle)}, ${by}.`
        : `${what} was made ${ago(idle)} and never used, ${by}.`
      return idle > config.max_unused_access_keys_days ? fail(sentence) : pass(sentence)
    })
  },
})
