import { fail, pass } from '../../../kit/index.ts'
import { days, daysSince } from './days.ts'
import { check } from './resources.ts'

const maxAgeDays = 90

export default check({
  id: 'iam_rotate_access_key_90_days',
  title: 'Active access keys are at most 90 days old',
  risk: 'Keys spread into files, images and logs with time; an old key is one that more and more places may have leaked.',
  fix: {
    text: 'Make a second key, move its users over, deactivate the old key and delete it. Better: let the program use a role.',
    cli: 'aws iam create-access-key --user-name <name>',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id-credentials-access-keys-update.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
  over: 'users',
  needs: ['credentials'],
  judge({ name, credentials: { access_keys } }, { now }) {
    const active = access_keys.filter((key) => key.active)
    if (active.length === 0) return pass(`${name} has no active access key.`)
    return active.map(({ slot, rotated_at }) => {
      if (rotated_at === null) return fail(`The access key ${slot} of ${name} is of unknown age.`)
      const age = daysSince(rotated_at, now)
      const sentence = `The access key ${slot} of ${name} is ${days(age)} old.`
      return age > maxAgeDays ? fail(sentence) : pass(sentence)
    })
  },
})
