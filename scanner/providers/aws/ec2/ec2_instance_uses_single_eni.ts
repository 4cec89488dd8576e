import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_uses_single_eni',
  title: 'EC2 instance has a single network interface',
  description:
    'Counts the network interfaces of each instance, because an instance in several subnets can bypass the controls between them.',
  risk: 'An instance with interfaces in two subnets connects them and bypasses their routes and ACLs. Responses can also leave through an unexpected interface.',
  decision:
    'Fails if the instance has more than one interface of any type, in one subnet or several. EFA, trunk and container networking interfaces count. Passes if it has one or none. Stopped instances are evaluated.',
  fix: {
    text: 'Detach network interfaces that are not needed.',
    console: [
      'Open Amazon EC2, choose Instances, choose the instance, and then choose the Networking tab.',
      'Find out what uses each additional interface on the instance and in the container platform.',
      'Choose Network Interfaces, select an interface that is not needed, choose Actions, and then choose Detach.',
      'Delete the interface when its status is Available.',
    ],
    cli: 'aws ec2 detach-network-interface --attachment-id <id>',
    terraform: `# One subnet, and no aws_network_interface_attachment.
resource "aws_instance" "app" {
  ami                    = var.image_id
  instance_type          = "m7i.large"
  subnet_id              = aws_subnet.private.id
  vpc_security_group_ids = [aws_security_group.app.id]
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-17',
  over: 'instances',
  needs: ['interfaces'],
  judge: ({ instance_id, name, interfaces }) => {
    // Interfaces of every type count: an EFA or a trunk joins a subnet like any other.
    const ids = interfaces.map(({ interface_id }) => interface_id).join(', ')
    return interfaces.length > 1
      ? fail(`${label(instance_id, name)} has ${interfaces.length} network interfaces: ${ids}.`)
      : pass(
          `${label(instance_id, name)} has ${ids ? `one network interface, ${ids}` : 'no network interface'}.`,
        )
  },
})
