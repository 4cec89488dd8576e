import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_public_ip',
  title: 'Instance has no public IPv4 address',
  risk: 'A public address leaves nothing but the security group between a machine and everyone.',
  fix: {
    text: 'Move the instance to a private subnet, behind a load balancer for what comes in and a NAT gateway for what goes out.',
    cli: 'aws ec2 modify-subnet-attribute --subnet-id <id> --no-map-public-ip-on-launch',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-9',
  over: 'instances',
  needs: ['interfaces'],
  judge: ({ instance_id, name, interfaces }) => {
    const addresses = interfaces.flatMap(({ public_ipv4 }) => public_ipv4)
    return addresses.length === 0
      ? pass(`${label(instance_id, name)} has no public IPv4 address.`)
      : fail(`${label(instance_id, name)} has the public address ${addresses.join(', ')}.`)
  },
})
