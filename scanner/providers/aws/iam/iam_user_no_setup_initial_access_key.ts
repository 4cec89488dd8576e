import { fail, pass } from '../../../kit/index.ts'
import { type AccessKey, check, type Credentials } from './resources.ts'

const hourMs = 3_600_000

/** Made together with its user, within the hour that a set-up takes at most, and never used since. */
const isLeftover = (key: AccessKey, { created_at }: Credentials): boolean =>
  key.active &&
  key.used_at === null &&
  key.rotated_at !== null &&
  created_at !== null &&
  Math.abs(Date.parse(key.rotated_at) - Date.parse(created_at)) <= hourMs

export default check({
  id: 'iam_user_no_setup_initial_access_key',
  title: 'No access key is left over from setting up a console user',
  risk: 'A key made by default, for a person who signs in with a password, is used by nobody and watched by nobody, but works.',
  fix: {
    text: 'Delete the key. Who needs one can ask for it later, and shows by asking that it will be used.',
    cli: 'aws iam delete-access-key --user-name <name> --access-key-id <id>',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
  over: 'users',
  needs: ['credentials'],
  judge({ name, credentials }) {
    if (!credentials.password) return pass(`${name} has no console password.`)
    const leftover = credentials.access_keys.filter((key) => isLeftover(key, credentials))
    return leftover.length === 0
      ? pass(`${name} has no unused access key from the day of set-up.`)
      : fail(
          `${name} signs in with a password and has never used the access key ${leftover.map(({ slot }) => slot).join(' and ')}, made when the user was set up.`,
        )
  },
})
