import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_paravirtual_type',
  title: 'Instance uses hardware virtualization',
  description:
    'Reads the virtualization type of each instance, to find those of the old paravirtual kind.',
  risk: 'Paravirtual instances run only on types of earlier generations, without the protections of current hardware.',
  decision:
    'Fails when EC2 reports the type paravirtual. Passes with any other, which today is hvm alone. Stopped instances are judged as well.',
  fix: {
    text: 'Move the instance to an image with hardware virtualization on a current instance type.',
    console: [
      'Open Amazon EC2, choose AMI Catalog or AMIs, and find an image whose virtualization type is hvm.',
      'Launch an instance of a current type from it, and set up the software there.',
      'Snapshot the data volumes of the old instance, and attach volumes made from them to the new one.',
      'Move traffic over, and terminate the paravirtual instance.',
    ],
    cli: 'aws ec2 run-instances --image-id <image with hardware virtualization> --instance-type <current type> --subnet-id <subnet>',
    terraform: `data "aws_ami" "app" {
  owners      = ["self"]
  most_recent = true

  filter {
    name   = "virtualization-type"
    values = ["hvm"]
  }
}

resource "aws_instance" "app" {
  ami           = data.aws_ami.app.id
  instance_type = "m7i.large"
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-resize.html',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-24',
  over: 'instances',
  needs: ['virtualization'],
  judge: ({ instance_id, name, virtualization }) =>
    virtualization === 'paravirtual'
      ? fail(`${label(instance_id, name)} is paravirtual.`)
      : pass(`${label(instance_id, name)} uses hardware virtualization (${virtualization}).`),
})
