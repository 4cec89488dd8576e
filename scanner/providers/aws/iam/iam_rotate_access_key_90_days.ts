import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { days, reported } from './days.ts'
import { holderOf } from './holders.ts'
import { check } from './resources.ts'

const maxAgeDays = 90

export default check({
  id: 'iam_rotate_access_key_90_days',
  title: 'IAM access key is rotated within 90 days',
  description:
    'Reads from the credential report when each active access key of IAM users and the root user was created.',
  risk: 'Over time, keys are copied to files, images and logs. An older key is more likely to be leaked.',
  decision:
    'Fails if an active key is older than 90 days, counted in whole days, or of unknown age. Passes if every active key is at most 90 days old, or if there is no active key. If a user has two keys, the worse result counts. Inactive keys do not count. The limit is not configurable.',
  fix: {
    text: 'Replace each key before it is 90 days old, or use a role instead.',
    console: [
      'Open IAM, choose Users, then the user, then the Security credentials tab.',
      'Under Access keys, choose Create access key, and configure the new key in the programs that use the old one.',
      'When Last used of the old key no longer changes, choose Actions, then Deactivate.',
      'After some days, choose Actions, then Delete.',
      'If the program runs in AWS, give it a role instead. Roles have no keys to rotate.',
    ],
    cli: 'aws iam create-access-key --user-name <name>',
    terraform: `# Use a role instead of a key. Its credentials rotate automatically.
resource "aws_iam_role" "backup" {
  name = "backup"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id-credentials-access-keys-update.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html'],
  over: 'keyHolders',
  needs: ['credentials'],
  judge(holder, { now }) {
    const { access_keys, reported_at } = holder.credentials
    const who = holderOf(holder)
    const by = reported(reported_at, now)
    const active = access_keys.filter((key) => key.active)
    if (active.length === 0) return pass(`No access key of ${who} is active, ${by}.`)
    return active.map(({ slot, rotated_at }) => {
      const what = `Access key ${slot} of ${who}`
      if (rotated_at === null) return fail(`${what} is of unknown age, ${by}.`)
      const age = daysSince(rotated_at, now)
      const sentence = `${what} is ${days(age)} old, ${by}.`
      return age > maxAgeDays ? fail(sentence) : pass(sentence)
    })
  },
})
