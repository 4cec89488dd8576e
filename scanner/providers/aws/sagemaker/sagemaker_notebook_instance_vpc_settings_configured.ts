import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'sagemaker_notebook_instance_vpc_settings_configured',
  title: 'Notebook is in a VPC of yours',
  description:
    'Reads whether each notebook instance was put into a subnet, where security groups and flow logs see it.',
  risk: 'A notebook in AWS’s own network is behind none of your groups, and its traffic is in none of your logs.',
  decision:
    'Passes when the notebook names a subnet, fails when it names none. A notebook that is being created or deleted has no verdict.',
  fix: {
    text: 'Make the notebook anew in a subnet of your VPC.',
    console: [
      'Open Amazon SageMaker AI, choose Notebooks, and choose Create notebook instance.',
      'Under Network, choose the VPC, the subnet and the security groups.',
      'Create it, copy the work over, and delete the old notebook, whose network cannot be changed.',
    ],
    cli: 'aws sagemaker create-notebook-instance --notebook-instance-name <name> --instance-type <type> --role-arn <role> --subnet-id <subnet> --security-group-ids <group>',
    terraform: `resource "aws_sagemaker_notebook_instance" "forecast" {
  name            = "forecast"
  role_arn        = aws_iam_role.notebook.arn
  instance_type   = "ml.t3.medium"
  subnet_id       = aws_subnet.private.id
  security_groups = [aws_security_group.notebook.id]
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/sagemaker-controls.html',
  links: [
    'https://docs.aws.amazon.com/sagemaker/latest/dg/appendix-notebook-and-internet-access.html',
  ],
  over: 'notebooks',
  needs: ['details'],
  judge: ({ name, status, details: { subnet } }) => {
    if (isPassing(status)) return []
    return subnet === null
      ? fail(`The notebook ${name} is in no VPC of yours.`)
      : pass(`The notebook ${name} is in the subnet ${subnet}.`)
  },
})
