import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

const isRoot = (user: string | null): boolean => /^(root|0)?(:|$)/.test(user ?? '')

export default check({
  id: 'ecs_task_definitions_host_networking_mode_users',
  title: 'Task on the host’s network does not run as root',
  description:
    'Reads the network mode of the newest active revision of each task definition, and of every revision that a service runs, and the users of its containers.',
  risk: 'A root process on the host’s network can listen on any port of the machine and speak with its metadata service in the machine’s name.',
  decision:
    'Fails when the network mode is host and a container runs as root: its user is root or 0, or is not set, whatever the image itself says. Passes when the network mode is another one, or every container names another user. Judged are the newest active revision of each family and every revision that a service, its deployments or task sets run, also a deregistered one; tasks that were started from other revisions are not looked at.',
  fix: {
    text: 'Use the network mode awsvpc, or name a user other than root in every container.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, then choose Create new revision.',
      'Set the network mode to awsvpc, or fill in User in the definition of each container.',
      'Choose Create, and update the services that use the family.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-definition.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family       = "shop"
  network_mode = "awsvpc"
  container_definitions = jsonencode([{
    name   = "web"
    image  = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory = 512
    user   = "1000"
  }])
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task_definition_parameters.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ecs-controls.html'],
  over: 'taskDefinitions',
  needs: ['definition'],
  judge: ({ name, definition: { network_mode: mode, containers } }) => {
    if (mode !== 'host') return pass(`The task definition ${name} uses the network mode ${mode}.`)
    const roots = containers.filter(({ user }) => isRoot(user))
    return roots.length > 0
      ? fail(`The task definition ${name} runs ${namesOf(roots)} as root on the host’s network.`)
      : pass(`The task definition ${name} runs nothing as root on the host’s network.`)
  },
})
