import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'sagemaker_notebook_instance_without_direct_internet_access_configured',
  title: 'Notebook reaches the internet only through your VPC',
  description:
    'Reads whether each notebook instance has a way to the internet of its own, past your VPC.',
  risk: 'Data that a notebook holds can be sent anywhere, past every firewall and log of yours.',
  decision:
    'Passes when direct internet access is disabled, fails when it is enabled. An answer without the setting gives a gap in coverage, and a notebook that is being created or deleted has no verdict.',
  fix: {
    text: 'Make the notebook anew in a VPC, with direct internet access disabled.',
    console: [
      'Open Amazon SageMaker AI, choose Notebooks, and choose Create notebook instance.',
      'Under Network, choose a VPC, a private subnet and a security group.',
      'Choose Disable under Direct internet access, because it cannot be changed later, and create it.',
      'Copy the work over and delete the old notebook.',
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
      ? fail(`The notebook ${name} has direct internet access.`)
      : pass(`The notebook ${name} has no direct internet access.`)
  },
})
