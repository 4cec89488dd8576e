/*
 * The least that fan-out can cost: one write() a listener, of bytes that are ready.
 * Usage: floor <bytes of filler>. Prints the port of listeners and the port of publishers.
 * A publisher sends one line an event: the time of sending in µs. Ends when its stdin does.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 65536 };
enum kind { stranger, listener, publisher, door, publishers_door, stdin_end };
static char kinds[most];
static int listeners[most], count;
static char filler[65536];

static int open_door(int poll, enum kind kind) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof at;
  if (bind(fd, (struct sockaddr *)&at, size) || listen(fd, 4096)) exit(1);
  getsockname(fd, (struct sockaddr *)&at, &size);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
  kinds[fd] = kind;
  printf("%d\n", ntohs(at.sin_port));
  return fd;
}

static void leave(int fd) {
  for (int i = 0; i < count; i++)
    if (listeners[i] == fd) {
      listeners[i] = listeners[--count];
      break;
    }
  close(fd);
}

static void publish(const char *sent_us) {
  static char body[140000], chunk[140100];
  int size = snprintf(body, sizeof body, "event: bench.delta\ndata: {\"sent_us\":%s,\"text\":\"%s\"}\n\n", sent_us, filler);
  int bytes = snprintf(chunk, sizeof chunk, "%x\r\n%s\r\n", size, body);
  for (int i = 0; i < count; i++)
    if (write(listeners[i], chunk, bytes) < 0) continue; /* a full socket misses an event */
}

int main(int count_of_arguments, char **arguments) {
  static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                             "Transfer-Encoding: chunked\r\n\r\n3\r\n:\n\n\r\n";
  static char lines[65536], input[65536];
  size_t held = 0;
  memset(filler, 'x', count_of_arguments > 1 ? strtoul(arguments[1], 0, 10) : 16);
  int poll = epoll_create1(0);
  open_door(poll, door);
  open_door(poll, publishers_door);
  fflush(stdout);
  struct epoll_event end = {.events = EPOLLIN, .data.fd = 0};
  epoll_ctl(poll, EPOLL_CTL_ADD, 0, &end);
  kinds[0] = stdin_end;
  for (;;) {
    struct epoll_event ready[256];
    int many = epoll_wait(poll, ready, 256, -1);
    for (int i = 0; i < many; i++) {
      int fd = ready[i].data.fd;
      if (kinds[fd] == door || kinds[fd] == publishers_door) {
        int guest = accept4(fd, 0, 0, SOCK_NONBLOCK);
        if (guest < 0) continue;
        int on = 1;
        setsockopt(guest, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        kinds[guest] = kinds[fd] == door ? stranger : publisher;
        struct epoll_event event = {.events = EPOLLIN, .data.fd = guest};
        epoll_ctl(poll, EPOLL_CTL_ADD, guest, &event);
        continue;
      }
      ssize_t bytes = read(fd, input, sizeof input - 1);
      if (bytes <= 0) {
        if (fd == 0) return 0;
        leave(fd);
      } else if (kinds[fd] == stranger) { /* one read brings the whole request */
        kinds[fd] = listener;
        listeners[count++] = fd;
        if (write(fd, head, sizeof head - 1) < 0) leave(fd);
      } else if (kinds[fd] == publisher && held + bytes < sizeof lines) {
        memcpy(lines + held, input, bytes);
        held += bytes;
        char *from = lines, *newline;
        while ((newline = memchr(from, '\n', lines + held - from))) {
          *newline = 0;
          publish(from);
          from = newline + 1;
        }
        held -= from - lines;
        memmove(lines, from, held);
      }
    }
  }
}
