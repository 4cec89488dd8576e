import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_internet_facing_with_instance_profile',
  title: 'EC2 instance with a public IPv4 address has no instance profile',
  description:
    'Reads the public IPv4 addresses and the instance profile of each instance to find instances that have both.',
  risk: 'An attacker who compromises the instance gets the permissions of its role, and a public address makes it easier to attack.',
  decision:
    'Fails if any interface has a public IPv4 address and the instance has an instance profile. Passes if either is missing. IPv6 addresses, security groups, routes and the permissions of the role are not evaluated.',
  fix: {
    text: 'Put the instance behind a load balancer without a public address, or remove the role and move it to an instance that is not internet-facing.',
    console: [
      'Open Amazon EC2 and launch an identical instance in a private subnet without a public address, behind a load balancer.',
      'Update DNS records and clients to use the load balancer, and terminate the old instance.',
      'If the instance must keep a public address, select it and choose Actions, Security, and then Modify IAM role.',
      'Choose No IAM Role, and then choose Update IAM role.',
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
  needs: ['interfaces', 'profile'],
  judge: ({ instance_id, name, interfaces, profile }) => {
    const it = label(instance_id, name)
    const [address] = interfaces.flatMap(({ public_ipv4 }) => public_ipv4)
    if (!address) return pass(`${it} has no public IPv4 address.`)
    return profile
      ? fail(`${it} has the public address ${address} and the instance profile ${profile}.`)
      : pass(`${it} has the public address ${address} and no instance profile.`)
  },
})
