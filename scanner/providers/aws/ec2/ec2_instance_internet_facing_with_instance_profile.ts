import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_internet_facing_with_instance_profile',
  title: 'Instance with a public address carries no role',
  risk: 'Whoever breaks into a machine with a role acts in the account with that role’s permissions; a machine that faces the internet is broken into first.',
  fix: {
    text: 'Put the instance behind a load balancer without a public address, or take the role away and give it to a machine that faces nobody.',
    cli: 'aws ec2 disassociate-iam-instance-profile --association-id <id>',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/iam-roles-for-amazon-ec2.html',
  over: 'instances',
  needs: ['interfaces'],
  judge: ({ instance_id, name, interfaces, profile }) => {
    const it = label(instance_id, name)
    const [address] = interfaces.flatMap(({ public_ipv4 }) => public_ipv4)
    if (!address) return pass(`${it} has no public IPv4 address.`)
    return profile
      ? fail(`${it} has the public address ${address} and the instance profile ${profile}.`)
      : pass(`${it} has the public address ${address} and no instance profile.`)
  },
})
