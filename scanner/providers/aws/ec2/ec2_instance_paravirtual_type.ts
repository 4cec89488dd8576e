import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_paravirtual_type',
  title: 'EC2 instance uses hardware virtualization',
  description: 'Reads the virtualization type of each instance to find paravirtual instances.',
  risk: 'Paravirtual instances run only on previous-generation instance types, without the protections of current hardware.',
  decision:
    'Fails if EC2 reports the type paravirtual. Passes for any other type; currently the only other type is hvm. Stopped instances are evaluated.',
  fix: {
    text: 'Migrate the instance to an HVM image on a current instance type.',
    console: [
      'Open Amazon EC2, choose AMI Catalog or AMIs, and find an image with the virtualization type hvm.',
      'Launch an instance of a current type from the image, and install the software.',
      'Create snapshots of the data volumes of the old instance, and attach volumes created from them to the new instance.',
      'Redirect traffic to the new instance, and terminate the paravirtual instance.',
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
