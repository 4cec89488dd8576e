/*
 * Many listeners in one cheap process. Usage: receivers <port> <listeners> <stalled> <file of the request>.
 * The first <stalled> read their response head and nothing more. Prints `ready` once all are answered
 * 200, `all <n>` whenever all that read have had n events since the last `reset`, and a line of JSON for
 * each `report` on stdin. An event carries "sent_us": the time of CLOCK_MONOTONIC at its sending.
 * Ends when its stdin does.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most = 65536, tail_bytes = 64, buckets = 1 << 20, bucket_us = 10, at_once = 64 };
static const char mark[] = "\"sent_us\":";
static struct { int index, tail, answered; char held[tail_bytes]; } connections[most];
static unsigned histogram[buckets];
static long long deliveries, closed;
static double worst_us;
static int port, expected, stalled, started, answered, poll_fd;
static char request[16384], input[tail_bytes + 262144];
static size_t request_bytes;

static double now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void begin(void) {
  int fd = socket(AF_INET, SOCK_STREAM, 0), small = 4096;
  if (started < stalled) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(fd, (struct sockaddr *)&at, sizeof at)) { perror("connect"); exit(1); }
  if (write(fd, request, request_bytes) < 0) { perror("write"); exit(1); }
  fcntl(fd, F_SETFL, O_NONBLOCK);
  connections[fd].index = started++;
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, fd, &event);
}

static void deliver(double sent, double now) {
  double us = now - sent;
  long bucket = us < 0 ? 0 : (long)(us / bucket_us);
  histogram[bucket < buckets ? bucket : buckets - 1]++;
  if (us > worst_us) worst_us = us;
  deliveries++;
  int reading = expected - stalled;
  if (reading > 0 && deliveries % reading == 0) {
    printf("all %lld\n", deliveries / reading);
    fflush(stdout);
  }
}

static void hear(int fd) {
  int tail = connections[fd].tail;
  ssize_t bytes = read(fd, input + tail, sizeof input - tail_bytes - 1);
  if (bytes < 0 && errno == EAGAIN) return;
  if (bytes <= 0) {
    closed++;
    close(fd);
    return;
  }
  memcpy(input, connections[fd].held, tail);
  char *from = input, *end = input + tail + bytes;
  if (!connections[fd].answered) {
    if (memcmp(input, "HTTP/1.1 200", 12)) {
      *end = 0;
      fprintf(stderr, "refused: %.600s\n", input);
      exit(1);
    }
    connections[fd].answered = 1;
    if (++answered == expected) {
      printf("ready\n");
      fflush(stdout);
    }
    if (started < expected) begin();
    if (connections[fd].index < stalled) {
      struct epoll_event none = {.events = 0, .data.fd = fd};
      epoll_ctl(poll_fd, EPOLL_CTL_MOD, fd, &none);
      return;
    }
  }
  double now = now_us();
  for (char *found; (found = memmem(from, end - from, mark, sizeof mark - 1));) {
    char *digit = found + sizeof mark - 1;
    double sent = 0;
    while (digit < end && *digit >= '0' && *digit <= '9') sent = sent * 10 + (*digit++ - '0');
    if (digit == end) break; /* the number goes on in what comes next */
    deliver(sent, now);
    from = digit;
  }
  int rest = end - from < tail_bytes ? end - from : tail_bytes;
  memcpy(connections[fd].held, end - rest, rest);
  connections[fd].tail = rest;
}

static double percentile(double share) {
  long long sum = 0;
  for (long i = 0; i < buckets; i++)
    if ((sum += histogram[i]) >= share * deliveries && deliveries > 0) return (i + 1) * (double)bucket_us;
  return 0;
}

static int obey(void) {
  static char line[256];
  ssize_t bytes = read(0, line, sizeof line - 1);
  if (bytes <= 0) return 0;
  line[bytes] = 0;
  if (strstr(line, "report"))
    printf("{\"deliveries\":%lld,\"p50_us\":%.0f,\"p99_us\":%.0f,\"worst_us\":%.0f,\"closed\":%lld}\n", deliveries,
           percentile(0.5), percentile(0.99), worst_us, closed);
  if (strstr(line, "reset")) {
    memset(histogram, 0, sizeof histogram);
    deliveries = 0;
    worst_us = 0;
    printf("reset\n");
  }
  fflush(stdout);
  return 1;
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  port = atoi(arguments[1]);
  expected = atoi(arguments[2]);
  stalled = atoi(arguments[3]);
  FILE *file = fopen(arguments[4], "r");
  if (!file) return 2;
  request_bytes = fread(request, 1, sizeof request, file);
  poll_fd = epoll_create1(0);
  struct epoll_event end = {.events = EPOLLIN, .data.fd = 0};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, 0, &end);
  while (started < expected && started < at_once) begin();
  for (;;) {
    struct epoll_event ready[1024];
    int many = epoll_wait(poll_fd, ready, 1024, -1);
    for (int i = 0; i < many; i++) {
      if (ready[i].data.fd != 0) hear(ready[i].data.fd);
      else if (!obey()) return 0;
    }
    /* Listeners of real life are on other machines: a sender on this one must not pay for waking them. */
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, 0);
  }
}
