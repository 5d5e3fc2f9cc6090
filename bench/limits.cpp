// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "bench/data.h"
#include "bench/job.h"
#include "bench/sizes.h"
#include "bench/stores.h"

namespace tritproof::bench {
namespace {

// Work on one buffer that must stay alive with it.
template <class Once>
std::unique_ptr<Work> plain_work(std::uint64_t bytes_in, std::uint64_t bytes_out,
                                 std::uint64_t limit_bytes, Once once) {
  auto work = std::make_unique<Work>();
  work->once = std::move(once);
  work->right = [] { return true; };
  work->bytes_in = bytes_in;
  work->bytes_out = bytes_out;
  work->limit_bytes = limit_bytes;
  return work;
}

void add_stores(const Settings& settings, Jobs& jobs) {
  for (const std::uint64_t bytes : output_sizes(settings))
    for (const Plain& loop : plain_loops())
      jobs.push_back({"limit/store/" + loop.target + "/" + size_name(bytes), "",
                      [bytes, loop] {
                        auto out = std::make_shared<Lines<float>>(bytes / 4);
                        return plain_work(0, bytes, bytes,
                                          [out, loop] { loop.store(out->data(), out->size()); });
                      },
                      in_small(loop.target)});
}

// The same stores in the order of tiles, in rows of two tiles: what the place of the output costs.
void add_tile_stores(const Settings& settings, Jobs& jobs) {
  constexpr std::size_t columns = 256;
  constexpr std::size_t rows = 32;
  const Plain best = plain_loops().front();
  for (const std::uint64_t bytes : output_sizes(settings))
    if (bytes == 64 * kKiB)
      jobs.push_back({"limit/store-tiles/" + best.target + "/" + size_name(bytes),
                      store_limit(best.target, bytes), [bytes, best] {
                        auto out = std::make_shared<Lines<float>>(bytes / 4);
                        return plain_work(0, bytes, bytes, [out, best] {
                          for (std::size_t c = 0; c < 2 * columns; c += columns)
                            for (std::size_t r = 0; r < rows; ++r)
                              best.store(out->data() + 2 * columns * r + c, columns);
                        });
                      }});
}

void add_copies(const Settings& settings, Jobs& jobs) {
  for (const std::uint64_t bytes : copy_sizes(settings)) {
    jobs.push_back({"limit/memset/" + size_name(bytes), "", [bytes] {
                      auto out = std::make_shared<Bytes>(bytes);
                      return plain_work(0, bytes, bytes,
                                        [out] { std::memset(out->data(), 1, out->size()); });
                    }});
    jobs.push_back({"limit/memcpy/" + size_name(bytes), "", [bytes] {
                      auto from = std::make_shared<Bytes>(random_bytes(bytes, 3));
                      auto to = std::make_shared<Bytes>(bytes);
                      return plain_work(bytes, bytes, bytes, [from, to] {
                        std::memcpy(to->data(), from->data(), from->size());
                      });
                    }});
    const Plain best = plain_loops().front();
    jobs.push_back({"limit/load/" + size_name(bytes), "", [bytes, best] {
                      const Bytes random = random_bytes(bytes, 4);
                      auto from =
                          std::make_shared<Lines<std::uint8_t>>(random.begin(), random.end());
                      auto sum = std::make_shared<std::atomic<std::uint64_t>>(0);
                      return plain_work(bytes, 0, bytes, [from, sum, best] {
                        *sum = best.load(from->data(), from->size());
                      });
                    }});
  }
}

// Products of int16 in the first cache, which replay's sums are made of.
void add_products(Jobs& jobs) {
  static constexpr std::size_t products = 4096;
  for (const Plain& loop : plain_loops())
    jobs.push_back({"limit/multiply/" + loop.target, "",
                    [loop] {
                      auto a = std::make_shared<std::vector<std::int16_t>>(products, 3);
                      auto sum = std::make_shared<std::atomic<std::int32_t>>(0);
                      auto work = plain_work(0, 0, products, [a, sum, loop] {
                        *sum = loop.multiply(a->data(), a->data(), products);
                      });
                      work->right = [sum] { return *sum == 9 * std::int32_t{products}; };
                      work->weights = products;
                      return work;
                    },
                    in_small(loop.target)});
}

void digest(const Bytes& bytes) {
  unsigned char out[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), out, &size, EVP_sha256(), nullptr);
}

}  // namespace

void add_limits(const Settings& settings, Jobs& jobs) {
  add_stores(settings, jobs);
  add_tile_stores(settings, jobs);
  add_copies(settings, jobs);
  add_products(jobs);
  jobs.push_back({"limit/sha256", "", [] {
                    auto from = std::make_shared<Bytes>(random_bytes(1 << 20, 5));
                    return plain_work(from->size(), 0, from->size(), [from] { digest(*from); });
                  }});
}

}  // namespace tritproof::bench
