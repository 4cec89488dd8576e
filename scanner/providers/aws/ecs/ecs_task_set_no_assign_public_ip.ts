import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_task_set_no_assign_public_ip',
  title: 'ECS task set does not assign public IP addresses',
  description:
    'Reads the network configuration of the task sets of each service with external deployments.',
  risk: 'If the deployment tool creates task sets with public addresses, every release is exposed to the internet, regardless of the service settings.',
  decision:
    'Fails if assignPublicIp is ENABLED in any task set, and passes if it is not. Services that are not active, and services without a task set that has its own network interfaces, give no finding.',
  fix: {
    text: 'Create task sets with assignPublicIp set to DISABLED.',
    console: [
      'The Amazon ECS console cannot change task sets, so change the tool that creates them.',
      'Open Amazon ECS, choose the cluster and the service, and check the networking of its deployments.',
      'Use the tool to create a task set in private subnets without public addresses, and delete the old one.',
    ],
    cli: "aws ecs create-task-set --cluster <cluster> --service <service> --task-definition <task-definition> --network-configuration 'awsvpcConfiguration={subnets=[<subnet-id>],securityGroups=[<group-id>],assignPublicIp=DISABLED}'",
    terraform: `resource "aws_ecs_task_set" "green" {
  service         = aws_ecs_service.web.id
  cluster         = aws_ecs_cluster.shop.id
  task_definition = aws_ecs_task_definition.shop.arn

  network_configuration {
    subnets          = var.private_subnet_ids
    security_groups  = [aws_security_group.web.id]
    assign_public_ip = false
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/deployment-type-external.html',
  over: 'services',
  needs: ['task_sets'],
  judge: ({ name, status, task_sets: sets }) => {
    const own = sets.filter(({ public_ip: isPublic }) => isPublic !== null)
    if (status !== 'ACTIVE' || own.length === 0) return []
    const found = own.filter(({ public_ip: isPublic }) => isPublic).map(({ id }) => id)
    return found.length > 0
      ? fail(
          `The service ${name} has task sets that assign public IP addresses: ${found.slice(0, 10).join(', ')}.`,
        )
      : pass(`The service ${name} has no task set that assigns public IP addresses.`)
  },
})
