import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_containers_readonly_access',
  title: 'Containers cannot write to their root file system',
  description:
    'Reads whether every container of the newest active revision of each task definition, and of every revision that a service runs, has a read-only root file system.',
  risk: 'An intruder writes his tools into the container, or changes the program that runs there, and both outlive the request that let him in.',
  decision:
    'Fails when a container does not set readonlyRootFilesystem to true, which is off by default, and passes when all do. Task definitions for Windows, which has no such setting, give no finding. Judged are the newest active revision of each family and every revision that a service, its deployments or task sets run, also a deregistered one; tasks that were started from other revisions are not looked at.',
  fix: {
    text: 'Make the root file system of every container read-only, and mount volumes where it has to write.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, then choose Create new revision.',
      'Turn on Read only root file system in each container, and add mount points for what it writes.',
      'Choose Create, and update the services that use the family.',
      'A revision made by the command has only what it is given: put roles, volumes and all containers that describe-task-definition shows into the file, with readonlyRootFilesystem true in each container.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-with-readonly-roots.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family = "shop"
  container_definitions = jsonencode([{
    name                   = "web"
    image                  = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory                 = 512
    readonlyRootFilesystem = true
  }])
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/security-tasks-containers.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ecs-controls.html'],
  over: 'taskDefinitions',
  needs: ['definition'],
  judge: ({ name, definition: { windows, containers } }) => {
    if (windows) return []
    const found = containers.filter(({ readonly_root: readOnly }) => !readOnly)
    return found.length > 0
      ? fail(`The task definition ${name} lets ${namesOf(found)} write to the root file system.`)
      : pass(`The task definition ${name} has read-only root file systems only.`)
  },
})
