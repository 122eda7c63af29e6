// 1,000 guards in C++: a port of bindings/guard/guard_crowd.c.   crowd GUARD.htnb FRAMES
#include "guard.hpp"
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>

static unsigned long allocations;

// Not inlined: gcc would take what is freed here for memory of another allocator.
__attribute__((noinline)) void *operator new(std::size_t size)
{
    allocations++;
    if (void *memory = std::malloc(size))
        return memory;
    std::abort();
}
__attribute__((noinline)) void operator delete(void *memory) noexcept
{
    std::free(memory);
}
__attribute__((noinline)) void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

int main(int argc, char **argv)
{
    constexpr int AGENTS = 1000;
    struct guard {
        int left = 0;
        std::uint64_t *ended = nullptr;
    };
    htn::bytes blob(1 << 16);
    std::FILE *file = argc == 3 ? std::fopen(argv[1], "rb") : nullptr;
    if (file == nullptr)
        return 2;
    blob.resize(std::fread(blob.data(), 1, blob.size(), file));
    std::fclose(file);

    htn::bindings<guard> b;
    b.op("Walk").update([](guard &g, const htn::step &) {
        if (g.left == 0)
            g.left = 3;
        if (--g.left > 0)
            return htn::running;
        ++*g.ended;
        return htn::succeeded;
    });
    b.op("LookAround").update([](guard &g, const htn::step &) { return ++*g.ended, htn::succeeded; });
    const auto domain = htn::domain::load(std::move(blob));
    const auto of = domain ? htn::agent_class<guard>::make(*domain, std::move(b)) : domain.error();
    if (!of)
        return 1;

    std::uint64_t ended = 0;
    std::vector<guard> guards(AGENTS);
    std::vector<htn::agent<guard>> agents;
    htn::crowd crowd;
    for (std::uint32_t i = 0; i < std::uint32_t(AGENTS); i++) {
        htn_agent_options options{};
        options.seed = options.stagger = i;
        guards[i].ended = &ended;
        auto agent = htn::agent<guard>::make(*of, guards[i], options);
        if (!agent || agent->enter(crowd) != HTN_OK)
            return 1;
        agents.push_back(std::move(*agent));
    }
    for (int frame = 0; frame < 10; frame++)
        crowd.tick(16667);
    const int frames = std::atoi(argv[2]);
    const std::clock_t begun = std::clock();
    allocations = 0;
    for (int frame = 0; frame < frames; frame++)
        crowd.tick(16667);
    const double ns = double(std::clock() - begun) * (1e9 / CLOCKS_PER_SEC);
    std::fprintf(stderr, "%lu allocations\n", allocations);
    std::printf("%llu %.1f\n", static_cast<unsigned long long>(ended), ns / frames / AGENTS);
    return allocations != 0;
}
