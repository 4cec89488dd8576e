import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_administrator_access_with_mfa',
  title: 'Members of an administrators’ group sign in with MFA',
  risk: 'One guessed or phished password of an administrator is the whole account.',
  fix: {
    text: 'Register an MFA device for each member, or take the member out of the group.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_enable.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa.html',
  over: 'groups',
  needs: [],
  with: { users: { by: 'uid', fields: ['groups', 'credentials'] } },
  judge(group, { joined: { users } }) {
    const { name } = group
    if (!holdsAdministratorAccess(group)) {
      return pass(`The group ${name} does not hold AdministratorAccess.`)
    }
    const members = users.where(({ groups }) => groups.includes(name))
    if (members.length === 0) return pass(`The group ${name} of administrators has no members.`)
    const bare = members.filter(({ credentials }) => credentials.password && !credentials.mfa)
    return bare.length === 0
      ? pass(`Every member of ${name} with a console password has an MFA device.`)
      : fail(
          `These administrators in ${name} have no MFA device: ${bare.map((it) => it.name).join(', ')}.`,
        )
  },
})
