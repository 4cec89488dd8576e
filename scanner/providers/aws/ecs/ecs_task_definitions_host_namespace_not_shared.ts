import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_host_namespace_not_shared',
  title: 'Task does not share the host’s process or IPC namespace',
  description:
    'Reads the process and IPC modes of the newest active revision of each task definition, and of every revision that a service runs.',
  risk: 'A container that sees the processes of its host can read their memory and environment, or end them.',
  decision:
    'Fails when the process mode or the IPC mode is host, and passes when neither is. Judged are the newest active revision of each family and every revision that a service, its deployments or task sets run, also a deregistered one; tasks that were started from other revisions are not looked at.',
  fix: {
    text: 'Remove the process and IPC modes from the task definition, or set them to task.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, then choose Create new revision with JSON.',
      'Remove pidMode and ipcMode, or set them to task, then choose Create.',
      'Update the services that use the family.',
      'A revision made by the command has only what it is given: put roles, volumes and all containers that describe-task-definition shows into the file, with pidMode task and ipcMode task.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-with-own-namespaces.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family   = "shop"
  pid_mode = "task"
  ipc_mode = "task"
  container_definitions = jsonencode([{
    name   = "web"
    image  = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory = 512
  }])
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task_definition_parameters.html#task_definition_pidmode',
  over: 'taskDefinitions',
  needs: ['definition'],
  judge: ({ name, definition: { pid_mode: pid, ipc_mode: ipc } }) => {
    const shared = [pid === 'host' ? ['process'] : [], ipc === 'host' ? ['IPC'] : []].flat()
    return shared.length > 0
      ? fail(
          `The task definition ${name} shares the ${shared.join(' and ')} namespace of its host.`,
        )
      : pass(`The task definition ${name} keeps to namespaces of its own.`)
  },
})
