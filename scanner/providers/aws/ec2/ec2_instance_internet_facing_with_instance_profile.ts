import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_internet_facing_with_instance_profile',
  title: 'Instance with a public address carries no role',
  description:
    'Reads of each instance its public IPv4 addresses and its instance profile, and looks for machines that have both.',
  risk: 'Whoever breaks into a machine acts with the permissions of its role, and a machine with a public address can be tried by everyone.',
  decision:
    'Fails when any interface has a public IPv4 address and the instance has an instance profile. Passes when either is missing. IPv6 addresses, security groups, routes and what the role may do are not looked at.',
  fix: {
    text: 'Put the instance behind a load balancer without a public address, or take the role away and give it to a machine that faces nobody.',
    console: [
      'Open Amazon EC2 and launch the same machine in a private subnet without a public address, behind a load balancer.',
      'Point names and clients to the load balancer, and terminate the old instance.',
      'If a public address has to stay, select the instance and choose Actions, then Security, then Modify IAM role.',
      'Choose No IAM Role, and choose Update IAM role.',
    ],
    cli: 'aws ec2 disassociate-iam-instance-profile --association-id <association id>',
    terraform: `resource "aws_instance" "app" {
  ami                         = var.image_id
  instance_type               = "m7i.large"
  subnet_id                   = aws_subnet.private.id
  associate_public_ip_address = false
  iam_instance_profile        = aws_iam_instance_profile.app.name
}`,
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
