import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_uses_single_eni',
  title: 'Instance has one network interface',
  description:
    'Counts the network interfaces of each instance, because a machine in several subnets can carry traffic past what separates them.',
  risk: 'A machine with interfaces in two subnets joins what they were to keep apart, past their routes and ACLs, and replies may leave by the wrong door.',
  decision:
    'Fails when the instance has more than one interface of any type, EFA, trunks and those that container networking adds included, in one subnet or several. Passes with one or none. Stopped instances are judged as well.',
  fix: {
    text: 'Detach interfaces that nothing needs.',
    console: [
      'Open Amazon EC2, choose Instances, then the instance, and its tab Networking.',
      'Find out what uses each interface beyond the first, on the machine and in the container platform.',
      'Choose Network Interfaces, select one that nothing needs, and choose Actions, then Detach.',
      'Delete it once it is Available.',
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
