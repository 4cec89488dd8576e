import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'sagemaker_notebook_instance_without_direct_internet_access_configured',
  title: 'SageMaker notebook instance has direct internet access disabled',
  description:
    'Reads whether each notebook instance has direct internet access that bypasses your VPC.',
  risk: 'Data of a notebook can be sent to any destination without passing your firewalls and logs.',
  decision:
    'Passes if direct internet access is disabled. Fails if it is enabled. A response without the setting gives a gap in coverage. A notebook that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new notebook instance in a VPC, with direct internet access disabled.',
    console: [
      'Open Amazon SageMaker AI, choose Notebooks, and choose Create notebook instance.',
      'Under Network, choose a VPC, a private subnet and a security group.',
      'Under Direct internet access, choose Disable, and create the notebook. The setting cannot be changed later.',
      'Copy your work to the new notebook and delete the old one.',
    ],
    cli: 'aws sagemaker create-notebook-instance --notebook-instance-name <name> --instance-type <type> --role-arn <role> --subnet-id <subnet> --security-group-ids <group> --direct-internet-access Disabled',
    terraform: `resource "aws_sagemaker_notebook_instance" "forecast" {
  name                   = "forecast"
  role_arn               = aws_iam_role.notebook.arn
  instance_type          = "ml.t3.medium"
  subnet_id              = aws_subnet.private.id
  security_groups        = [aws_security_group.notebook.id]
  direct_internet_access = "Disabled"
}`,
  },
  source:
    'https://docs.aws.amazon.com/sagemaker/latest/dg/appendix-notebook-and-internet-access.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/sagemaker-controls.html'],
  over: 'notebooks',
  needs: ['details'],
  judge: ({ name, status, details }) => {
    if (isPassing(status)) return []
    return known(details.direct_internet)
      ? fail(`The notebook ${name} has direct internet access enabled.`)
      : pass(`The notebook ${name} has direct internet access disabled.`)
  },
})
