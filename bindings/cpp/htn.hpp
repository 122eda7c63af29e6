/*
 * Thumper for C++17: header only, over <htn/htn.h> and the library of the runtime (README.md).
 *
 * Objects own their memory and can be moved; what they need (an agent its class, a class its domain) they keep alive. A tick allocates
 * nothing. Functions that can fail return an htn::status or an htn::result. Nothing here throws, but for the exceptions of the game's own
 * functions: a function that throws counts as failed; the call that ran it, mostly a tick(), is completed and then throws the first
 * exception. Without exceptions (-fno-exceptions) it compiles as well.
 *
 * Ids are types of their own: htn::property_id is no htn::task_id. `htn compile --hpp` writes those of a domain.
 * Whatever is not here is one call away: each object has c(), the object of C.
 */
#ifndef HTN_HPP
#define HTN_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <htn/htn.h>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define HTN_HPP_EXCEPTIONS 1
#include <exception>
#else
#define HTN_HPP_EXCEPTIONS 0
#endif

namespace htn
{

// --- Small types ---------------------------------------------------------------------------------

using status = htn_status;
using outcome = htn_outcome;
inline constexpr outcome running = HTN_RUNNING, succeeded = HTN_SUCCEEDED, failed = HTN_FAILED, aborted = HTN_ABORTED;

inline std::string_view text(status s)
{
    return htn_status_text(s);
}

// An index into the domain. False: none.
template <class Tag> struct basic_id {
    std::uint32_t index = HTN_NONE;
    constexpr basic_id() = default;
    constexpr explicit basic_id(std::uint32_t i) : index(i) {}
    constexpr explicit operator bool() const
    {
        return index != HTN_NONE;
    }
    friend constexpr bool operator==(basic_id a, basic_id b)
    {
        return a.index == b.index;
    }
    friend constexpr bool operator!=(basic_id a, basic_id b)
    {
        return a.index != b.index;
    }
};
using property_id = basic_id<struct property_tag>;
using type_id = basic_id<struct type_tag>;
using task_id = basic_id<struct task_tag>;
using operator_id = basic_id<struct operator_tag>;
using query_id = basic_id<struct query_tag>;
using sensor_id = basic_id<struct sensor_tag>;
using root_id = basic_id<struct root_tag>;
using order_id = basic_id<struct order_tag>;

// A value, or why there is none.
template <class T> class result
{
  public:
    result(T value) : value_(std::move(value)) {}
    result(status error) : status_(error) {}
    explicit operator bool() const
    {
        return value_.has_value();
    }
    status error() const
    {
        return status_;
    } // HTN_OK: there is a value
    std::string_view error_text() const
    {
        return htn_status_text(status_);
    }
    T &operator*() &
    {
        return *value_;
    }
    const T &operator*() const &
    {
        return *value_;
    }
    T &&operator*() &&
    {
        return std::move(*value_);
    }
    T *operator->()
    {
        return &*value_;
    }
    const T *operator->() const
    {
        return &*value_;
    }

  private:
    std::optional<T> value_;
    status status_ = HTN_OK;
};

// A view of several elements, from anything that has data() and size(), std::span included.
template <class T> class span
{
  public:
    constexpr span() = default;
    constexpr span(T *data, std::size_t size) : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&array)[N]) : data_(array), size_(N) {}
    // For arguments, as in set(p, {1, 2}, 3): the list lives until the call has returned.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
    constexpr span(std::initializer_list<std::remove_const_t<T>> list) : data_(list.begin()), size_(list.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
    template <class C, class = std::enable_if_t<!std::is_same_v<std::decay_t<C>, span> &&
                                                std::is_convertible_v<decltype(std::declval<C &>().data()), T *>>>
    constexpr span(C &&from) : data_(from.data()), size_(from.size())
    {
    }
    constexpr T *data() const
    {
        return data_;
    }
    constexpr std::size_t size() const
    {
        return size_;
    }
    constexpr bool empty() const
    {
        return size_ == 0;
    }
    constexpr T *begin() const
    {
        return data_;
    }
    constexpr T *end() const
    {
        return data_ + size_;
    }
    constexpr T &operator[](std::size_t i) const
    {
        return data_[i];
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

using bytes = std::vector<std::uint8_t>;
using byte_span = span<const std::uint8_t>;
using values = span<const std::int32_t>;

namespace detail
{

// Memory of the size that C asks for, aligned to 8.
class block
{
  public:
    explicit block(std::size_t size = 0) : words_(new std::uint64_t[(size + 7) / 8]()), size_(size) {}
    void *data() const
    {
        return words_.get();
    }
    std::size_t size() const
    {
        return size_;
    }

  private:
    std::unique_ptr<std::uint64_t[]> words_;
    std::size_t size_;
};

// What a game's functions have thrown, until the tick is over.
struct thrown {
#if HTN_HPP_EXCEPTIONS
    std::exception_ptr first;
    void keep() noexcept
    {
        if (!first)
            first = std::current_exception();
    }
    void rethrow()
    {
        if (first)
            std::rethrow_exception(std::exchange(first, nullptr));
    }
#else
    void rethrow() {}
#endif
};

// An object that ends while C is in the midst of it. There is no way on: C would go on in memory that is free.
[[noreturn]] inline void refuse(const char *what)
{
    std::fprintf(stderr, "htn: %s\n", what);
    std::abort();
}

// While a function of the game, or a crowd's tick, runs.
class visit
{
  public:
    explicit visit(int &depth) : depth_(depth)
    {
        ++depth_;
    }
    visit(const visit &) = delete;
    ~visit()
    {
        --depth_;
    }

  private:
    int &depth_;
};

// Makes a call of C that may call the game. What is thrown in it is thrown by it, and not by a call around it.
template <class Call> status scoped(thrown *&to, Call &&call)
{
    thrown mine;
    thrown *const outer = std::exchange(to, &mine);
    const status s = call();
    if (to == &mine)
        to = outer;
    mine.rethrow();
    return s;
}

// Calls `call`; `otherwise` is the answer if it throws.
template <class Answer, class Call>
Answer guarded([[maybe_unused]] thrown *to, [[maybe_unused]] Answer otherwise, Call &&call) noexcept
{
#if HTN_HPP_EXCEPTIONS
    try {
        return call();
    } catch (...) {
        to->keep();
        return otherwise;
    }
#else
    return call();
#endif
}

struct domain_state {
    bytes blob;
    htn_domain domain;
};

} // namespace detail

// --- Domains -------------------------------------------------------------------------------------

// A verified blob. Copies are the same domain.
class domain
{
  public:
    // Takes the bytes over. `fault`: where and why it was refused; may be nullptr.
    static result<domain> load(bytes blob, htn_fault *fault = nullptr)
    {
        auto state = std::make_shared<detail::domain_state>();
        state->blob = std::move(blob);
        const status s = htn_domain_load(&state->domain, state->blob.data(), state->blob.size(), fault);
        return s == HTN_OK ? result<domain>(domain(std::move(state))) : result<domain>(s);
    }
    // The domain as C, which `htn compile --emit-c` has written.
    static result<domain> load(const htn_native &native, htn_fault *fault = nullptr)
    {
        auto state = std::make_shared<detail::domain_state>();
        const status s = htn_domain_load_native(&state->domain, &native, fault);
        return s == HTN_OK ? result<domain>(domain(std::move(state))) : result<domain>(s);
    }
    status use_native(const htn_native *native)
    {
        return htn_domain_use_native(c_(), native);
    }

    std::uint32_t fingerprint() const
    {
        return c()->fingerprint;
    }
    std::string_view name(type_id id) const
    {
        return htn_type_name(c(), id.index);
    }
    std::string_view name(property_id id) const
    {
        return htn_property_name(c(), id.index);
    }
    std::string_view name(task_id id) const
    {
        return htn_task_name(c(), id.index);
    }
    std::string_view name(operator_id id) const
    {
        return htn_operator_name(c(), id.index);
    }
    std::string_view name(query_id id) const
    {
        return htn_query_name(c(), id.index);
    }
    std::string_view name(sensor_id id) const
    {
        return htn_sensor_name(c(), id.index);
    }
    std::string_view name(root_id id) const
    {
        return htn_root_name(c(), id.index);
    }
    std::string_view method_name(task_id id, std::uint32_t method) const
    {
        return htn_method_name(c(), id.index, method);
    }
    // Empty: a number, or an instance of an open type.
    std::string_view value_name(type_id type, std::int32_t value) const
    {
        const char *found = htn_value_name(c(), type.index, value);
        return found == nullptr ? std::string_view() : found;
    }

    property_id find_property(const char *name) const
    {
        return property_id(htn_property_find(c(), name));
    }
    type_id find_type(const char *name) const
    {
        return type_id(htn_type_find(c(), name));
    }
    task_id find_task(const char *name) const
    {
        return task_id(htn_task_find(c(), name));
    }
    operator_id find_operator(const char *name) const
    {
        return operator_id(htn_operator_find(c(), name));
    }
    query_id find_query(const char *name) const
    {
        return query_id(htn_query_find(c(), name));
    }
    sensor_id find_sensor(const char *name) const
    {
        return sensor_id(htn_sensor_find(c(), name));
    }
    root_id find_root(const char *name) const
    {
        return root_id(htn_root_find(c(), name));
    }
    bool find_value(type_id type, const char *name, std::int32_t &value) const
    {
        return htn_value_find(c(), type.index, name, &value);
    }
    std::optional<std::int32_t> find_symbol(const char *text) const
    {
        std::int32_t value;
        return htn_symbol_find(c(), text, &value) ? std::optional<std::int32_t>(value) : std::nullopt;
    }

    type_id type_of(property_id id) const
    {
        return type_id(htn_property_type(c(), id.index));
    }
    operator_id operator_of(task_id id) const
    {
        return operator_id(htn_task_operator(c(), id.index));
    }
    task_id task_of(root_id id) const
    {
        return task_id(htn_root_task(c(), id.index));
    }
    std::uint32_t query_count() const
    {
        return htn_query_count(c());
    }

    const htn_domain *c() const
    {
        return &state_->domain;
    }

  private:
    explicit domain(std::shared_ptr<detail::domain_state> state) : state_(std::move(state)) {}
    htn_domain *c_()
    {
        return &state_->domain;
    }
    std::shared_ptr<detail::domain_state> state_;
};

// --- Worlds --------------------------------------------------------------------------------------

// A world that belongs to something else: an agent, a group, a game.
class world_ref
{
  public:
    explicit world_ref(htn_world *world) : world_(world) {}

    std::int32_t get(property_id p) const
    {
        return htn_world_get(world_, p.index);
    }
    status set(property_id p, std::int32_t value)
    {
        return htn_world_set(world_, p.index, value);
    }
    status add(property_id p, std::int32_t n)
    {
        return htn_world_add(world_, p.index, n);
    }
    status set_for(property_id p, std::int32_t value, std::uint32_t ms)
    {
        return htn_world_set_for(world_, p.index, value, ms);
    }

    // The same for a cell of a table: world.get(Distance, {thief}).
    std::int32_t get(property_id p, values index) const
    {
        return htn_world_get_at(world_, p.index, index.data(), size(index));
    }
    status set(property_id p, values index, std::int32_t value)
    {
        return htn_world_set_at(world_, p.index, index.data(), size(index), value);
    }
    status add(property_id p, values index, std::int32_t n)
    {
        return htn_world_add_at(world_, p.index, index.data(), size(index), n);
    }
    status set_for(property_id p, values index, std::int32_t value, std::uint32_t ms)
    {
        return htn_world_set_at_for(world_, p.index, index.data(), size(index), value, ms);
    }
    std::uint32_t time_left(property_id p, values index = {}) const
    {
        return htn_world_time_left(world_, p.index, index.data(), size(index));
    }

    result<std::int32_t> spawn(type_id type)
    {
        std::int32_t instance;
        const status s = htn_world_spawn(world_, type.index, &instance);
        return s == HTN_OK ? result<std::int32_t>(instance) : result<std::int32_t>(s);
    }
    status despawn(type_id type, std::int32_t instance)
    {
        return htn_world_despawn(world_, type.index, instance);
    }
    bool exists(type_id type, std::int32_t instance) const
    {
        return htn_world_exists(world_, type.index, instance);
    }
    std::uint32_t generation(type_id type, std::int32_t instance) const
    {
        return htn_world_generation(world_, type.index, instance);
    }

    status copy_from(const world_ref &from)
    {
        return htn_world_copy(world_, from.world_);
    }
    result<bytes> save() const
    {
        bytes out(htn_world_save_bytes(world_));
        std::size_t used = 0;
        const status s = htn_world_save(world_, out.data(), out.size(), &used);
        out.resize(used);
        return s == HTN_OK ? result<bytes>(std::move(out)) : result<bytes>(s);
    }
    status load(byte_span save, htn_load_report *report = nullptr)
    {
        return htn_world_load(world_, save.data(), save.size(), report);
    }

    htn_world *c() const
    {
        return world_;
    }

  protected:
    static std::uint32_t size(values index)
    {
        return static_cast<std::uint32_t>(index.size());
    }
    htn_world *world_;
};

namespace detail
{
struct world_state {
    domain of;
    block memory;
    htn_world world;
};
} // namespace detail

// A world of its own, for a planner.
class world : public world_ref
{
  public:
    explicit world(const domain &of)
        : world_ref(nullptr), state_(new detail::world_state{of, detail::block(htn_world_bytes(of.c())), {}})
    {
        world_ = &state_->world;
        htn_world_init(world_, of.c(), state_->memory.data(), state_->memory.size());
    }

  private:
    std::unique_ptr<detail::world_state> state_;
};

// --- Plans ---------------------------------------------------------------------------------------

// A plan that lies in an agent or a planner: good until that is called again.
class plan_view
{
  public:
    plan_view(const htn_plan &plan, const std::uint8_t *done) : plan_(plan), done_(done) {}
    std::size_t size() const
    {
        return plan_.step_count;
    }
    task_id task(std::size_t step) const
    {
        return task_id(plan_.steps[step].task);
    }
    std::int32_t argument(std::size_t step, std::size_t i) const
    {
        return plan_.values[plan_.steps[step].arguments + i];
    }
    std::uint8_t done(std::size_t step) const
    {
        return done_ == nullptr ? std::uint8_t(HTN_STEP_TO_DO) : done_[step];
    }
    std::int32_t cost() const
    {
        return plan_.cost;
    }
    const htn_plan &c() const
    {
        return plan_;
    }

  private:
    htn_plan plan_;
    const std::uint8_t *done_;
};

// Plans without an agent. Its domain lives as long as it does; answers of queries: a function of C.
class planner
{
  public:
    static result<planner> make(const domain &of, const htn_limits &limits = {})
    {
        planner made(of, htn_planner_bytes(of.c(), &limits));
        const status s = htn_planner_init(&made.planner_, of.c(), &limits, made.memory_.data(), made.memory_.size());
        return s == HTN_OK ? result<planner>(std::move(made)) : result<planner>(s);
    }
    status find(world_ref world, const htn_request &request = {})
    {
        return htn_plan_find(planner_, world.c(), &request);
    }
    status begin(world_ref world, const htn_request &request = {})
    {
        return htn_plan_begin(planner_, world.c(), &request);
    }
    status step(std::uint32_t budget)
    {
        return htn_plan_step(planner_, budget);
    }
    status next(std::uint32_t budget = 0)
    {
        return htn_plan_next(planner_, budget);
    }
    status answer(htn_answerer *answerer, void *user)
    {
        return htn_planner_answer(planner_, answerer, user);
    }
    plan_view plan() const
    {
        htn_plan found;
        htn_planner_plan(planner_, &found);
        return plan_view(found, nullptr);
    }
    status adopt()
    {
        return htn_planner_adopt(planner_);
    }
    void drop()
    {
        htn_planner_drop(planner_);
    }
    std::optional<plan_view> running() const
    {
        htn_plan found;
        return htn_planner_running(planner_, &found) ? std::optional<plan_view>(plan_view(found, nullptr))
                                                     : std::nullopt;
    }
    status validate(world_ref world, std::uint32_t steps_done, std::uint32_t *failed_step = nullptr)
    {
        return htn_planner_validate(planner_, world.c(), steps_done, nullptr, failed_step);
    }
    htn_limits limits() const
    {
        htn_limits all;
        htn_planner_limits(planner_, &all);
        return all;
    }
    htn_planner *c() const
    {
        return planner_;
    }

  private:
    planner(const domain &of, std::size_t size) : domain_(of), memory_(size) {}
    domain domain_;
    detail::block memory_;
    htn_planner *planner_ = nullptr;
};

// --- What a game's functions get -----------------------------------------------------------------

// A step in progress. Good until the function has returned.
class step
{
  public:
    explicit step(const htn_activity &activity) : activity_(activity) {}
    std::uint32_t id() const
    {
        return activity_.id;
    }
    task_id task() const
    {
        return task_id(activity_.task);
    }
    operator_id op() const
    {
        return operator_id(activity_.operator_index);
    }
    std::size_t arguments() const
    {
        return activity_.argument_count;
    }
    std::int32_t argument(std::size_t i) const
    {
        return activity_.arguments[i].value;
    }
    std::string_view text(std::size_t i) const
    {
        return activity_.arguments[i].text;
    } // of a symbol
    std::uint64_t elapsed_us() const
    {
        return activity_.elapsed_us;
    }
    world_ref world() const
    {
        return world_ref(htn_agent_world(activity_.agent));
    }
    template <class T> T &memory() const
    {
        static_assert(std::is_trivially_copyable_v<T>, "an operator's memory is saved as bytes");
        return *static_cast<T *>(activity_.memory);
    }
    const htn_activity &c() const
    {
        return activity_;
    }

  private:
    const htn_activity &activity_;
};

class sensing
{
  public:
    explicit sensing(const htn_sensing &s) : sensing_(s) {}
    sensor_id sensor() const
    {
        return sensor_id(sensing_.sensor);
    }
    world_ref world() const
    {
        return world_ref(sensing_.world);
    }
    const htn_sensing &c() const
    {
        return sensing_;
    }

  private:
    const htn_sensing &sensing_;
};

class question
{
  public:
    question(const htn_question &q, std::int32_t *answers, std::uint32_t *count)
        : question_(q), answers_(answers), count_(count)
    {
    }
    query_id query() const
    {
        return query_id(question_.query);
    }
    std::int32_t argument(std::size_t i) const
    {
        return question_.arguments[i];
    }
    values arguments() const
    {
        return values(question_.arguments, question_.argument_count);
    }

    // The answer; or the candidates, best first: as many as there is room for are taken.
    status answer(std::int32_t value) const
    {
        return propose({value});
    }
    status propose(values all) const
    {
        *count_ = 0;
        for (const std::int32_t value : all)
            if (*count_ < question_.capacity)
                answers_[(*count_)++] = value;
        return HTN_OK;
    }
    const htn_question &c() const
    {
        return question_;
    }

  private:
    const htn_question &question_;
    std::int32_t *answers_;
    std::uint32_t *count_;
};

// --- Agent classes -------------------------------------------------------------------------------

namespace detail
{

template <class User> struct action {
    std::string name;
    std::function<outcome(User &, const step &)> start, update, abort;
    std::function<void(User &, const step &)> resume;
    std::uint32_t memory = 0;
};

template <class User> struct sense {
    std::string name;
    std::function<void(User &, const sensing &)> function;
};

template <class User> struct functions {
    std::vector<std::unique_ptr<action<User>>> actions;
    std::vector<std::unique_ptr<sense<User>>> senses;
    std::function<status(User &, const question &)> answer;
    std::function<void(User &, const htn_order_report &)> order_ended;
};

// What the functions of C get as `user`.
template <class User> struct seat {
    User *user = nullptr;
    functions<User> *calls = nullptr;
    thrown own;
    thrown *to = &own; // a crowd's, while the agent is in one
    int inside = 0;    // how many of its functions have not returned
};

// The functions of C that find those of the game.
template <class User> struct trampoline {
    using at = seat<User>;
    static outcome call(void *user, const htn_activity *a,
                        std::function<outcome(User &, const step &)> action<User>::*which, outcome otherwise) noexcept
    {
        at &s = *static_cast<at *>(user);
        const visit here(s.inside);
        return guarded<outcome>(s.to, otherwise,
                                [&] { return (static_cast<action<User> *>(a->context)->*which)(*s.user, step(*a)); });
    }
    static outcome start(void *user, const htn_activity *a)
    {
        return call(user, a, &action<User>::start, failed);
    }
    static outcome update(void *user, const htn_activity *a)
    {
        return call(user, a, &action<User>::update, failed);
    }
    static outcome abort(void *user, const htn_activity *a)
    {
        return call(user, a, &action<User>::abort, aborted);
    }
    static void resume(void *user, const htn_activity *a)
    {
        at &s = *static_cast<at *>(user);
        const visit here(s.inside);
        guarded<int>(s.to, 0, [&] { return static_cast<action<User> *>(a->context)->resume(*s.user, step(*a)), 0; });
    }
    static void sense_(void *user, const htn_sensing *of)
    {
        at &s = *static_cast<at *>(user);
        const visit here(s.inside);
        guarded<int>(s.to, 0,
                     [&] { return static_cast<sense<User> *>(of->context)->function(*s.user, sensing(*of)), 0; });
    }
    static void order_ended(void *user, const htn_order_report *report)
    {
        at &s = *static_cast<at *>(user);
        const visit here(s.inside);
        guarded<int>(s.to, 0, [&] { return s.calls->order_ended(*s.user, *report), 0; });
    }
    static status answer(void *user, const htn_question *q, std::int32_t *answers, std::uint32_t *count)
    {
        at &s = *static_cast<at *>(user);
        const visit here(s.inside);
        return guarded<status>(s.to, HTN_NOT_FOUND,
                               [&] { return s.calls->answer(*s.user, question(*q, answers, count)); });
    }
};

template <class User> struct class_state {
    domain of;
    functions<User> calls;
    block memory;
    htn_agent_class *made;
};

} // namespace detail

template <class User> class agent_class;
template <class User> class agent;

/*
 * What the agents of a class do, by name. `User` is the game's own type for one agent. Functions are lambdas or anything that can be
 * called: outcome(User &, const step &).
 *
 *     htn::bindings<guard> calls;
 *     calls.op("Walk").update([](guard &g, const htn::step &s) { return g.walk(s.argument(0)) ? htn::succeeded : htn::running; });
 *     calls.sensor("Eyes", [](guard &g, const htn::sensing &s) { s.world().set(Guard::Property::Sees, g.sees()); });
 */
template <class User> class bindings
{
  public:
    class op_binding
    {
      public:
        explicit op_binding(detail::action<User> &a) : action_(a) {}
        template <class F> op_binding &start(F f)
        {
            return action_.start = std::move(f), *this;
        }
        template <class F> op_binding &update(F f)
        {
            return action_.update = std::move(f), *this;
        }
        template <class F> op_binding &abort(F f)
        {
            return action_.abort = std::move(f), *this;
        }
        template <class F> op_binding &resume(F f)
        {
            return action_.resume = std::move(f), *this;
        }
        template <class T> op_binding &memory()
        {
            static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8, "an operator's memory is saved as bytes");
            return action_.memory = sizeof(T), *this;
        }

      private:
        detail::action<User> &action_;
    };

    // An operator; one that is not named here is polled: agent::next_news().
    op_binding op(std::string name)
    {
        calls_.actions.emplace_back(new detail::action<User>{std::move(name), {}, {}, {}, {}, 0});
        return op_binding(*calls_.actions.back());
    }
    template <class F> bindings &sensor(std::string name, F f)
    {
        calls_.senses.emplace_back(new detail::sense<User>{std::move(name), std::move(f)});
        return *this;
    }
    // status(User &, const question &): question.answer(), HTN_NOT_FOUND or HTN_WAITS.
    template <class F> bindings &answer(F f)
    {
        return calls_.answer = std::move(f), *this;
    }
    template <class F> bindings &order_ended(F f)
    {
        return calls_.order_ended = std::move(f), *this;
    }

  private:
    friend class agent_class<User>;
    detail::functions<User> calls_;
};

// Bindings, found in a domain. Copies are the same class.
template <class User> class agent_class
{
  public:
    // `wrong`: the name that the domain does not have (HTN_NOT_FOUND); may be nullptr.
    static result<agent_class> make(const domain &of, bindings<User> calls, std::string *wrong = nullptr)
    {
        using to = detail::trampoline<User>;
        std::shared_ptr<detail::class_state<User>> state(new detail::class_state<User>{
            of, std::move(calls.calls_), detail::block(htn_agent_class_bytes(of.c())), nullptr});
        std::vector<htn_operator_binding> operators;
        std::vector<htn_sensor_binding> sensors;
        for (auto &a : state->calls.actions) {
            htn_operator_binding b{};
            b.name = a->name.c_str();
            b.start = a->start ? to::start : nullptr;
            b.update = a->update ? to::update : nullptr;
            b.abort = a->abort ? to::abort : nullptr;
            b.resume = a->resume ? to::resume : nullptr;
            b.memory = a->memory;
            b.context = a.get();
            operators.push_back(b);
        }
        for (auto &s : state->calls.senses)
            sensors.push_back(htn_sensor_binding{s->name.c_str(), to::sense_, s.get()});
        htn_bindings all{};
        all.operators = operators.data();
        all.operator_count = static_cast<std::uint32_t>(operators.size());
        all.sensors = sensors.data();
        all.sensor_count = static_cast<std::uint32_t>(sensors.size());
        all.answerer = state->calls.answer ? to::answer : nullptr;
        all.order_ended = state->calls.order_ended ? to::order_ended : nullptr;
        const char *name = nullptr;
        const status s =
            htn_agent_class_init(&state->made, of.c(), &all, state->memory.data(), state->memory.size(), &name);
        if (wrong != nullptr && name != nullptr)
            *wrong = name;
        return s == HTN_OK ? result<agent_class>(agent_class(std::move(state))) : result<agent_class>(s);
    }
    const domain &of() const
    {
        return state_->of;
    }
    const htn_agent_class *c() const
    {
        return state_->made;
    }

  private:
    friend class agent<User>;
    explicit agent_class(std::shared_ptr<detail::class_state<User>> state) : state_(std::move(state)) {}
    std::shared_ptr<detail::class_state<User>> state_;
};

// --- Groups --------------------------------------------------------------------------------------

// What agents share. Copies are the same group; its members keep it alive.
class group
{
  public:
    static result<group> make(const domain &of, const htn_group_options &options = {})
    {
        std::shared_ptr<state> made(new state{of, detail::block(htn_group_bytes(of.c(), &options)), nullptr});
        const status s = htn_group_init(&made->group, of.c(), &options, made->memory.data(), made->memory.size());
        return s == HTN_OK ? result<group>(group(std::move(made))) : result<group>(s);
    }
    status tick(std::uint64_t elapsed_us)
    {
        return htn_group_tick(c(), elapsed_us);
    }
    world_ref world() const
    {
        return world_ref(htn_group_world(c()));
    }
    std::uint32_t id() const
    {
        return htn_group_id(c());
    }
    status release(type_id type, std::int32_t instance)
    {
        return htn_group_release(c(), type.index, instance);
    }
    htn_agent *holder(type_id type, std::int32_t instance, std::uint32_t index, std::uint32_t *layer = nullptr) const
    {
        return htn_group_holder(c(), type.index, instance, index, layer);
    }
    result<bytes> save() const
    {
        bytes out(htn_group_save_bytes(c()));
        std::size_t used = 0;
        const status s = htn_group_save(c(), out.data(), out.size(), &used);
        out.resize(used);
        return s == HTN_OK ? result<bytes>(std::move(out)) : result<bytes>(s);
    }
    status load(byte_span save, htn_load_report *report = nullptr)
    {
        return htn_group_load(c(), save.data(), save.size(), report);
    }
    htn_group *c() const
    {
        return state_->group;
    }

  private:
    struct state {
        domain of;
        detail::block memory;
        htn_group *group;
    };
    explicit group(std::shared_ptr<state> made) : state_(std::move(made)) {}
    std::shared_ptr<state> state_;
};

// --- Crowds --------------------------------------------------------------------------------------

// Agents that share what a frame may spend on planning. An agent that is destroyed leaves it; so do all when the crowd is destroyed.
class crowd
{
  public:
    crowd() : state_(std::make_shared<state>())
    {
        htn_crowd_init(&state_->crowd);
    }
    crowd(const crowd &) = delete;
    crowd(crowd &&) = default;
    crowd &operator=(crowd &&from) noexcept
    {
        std::swap(state_, from.state_);
        return *this;
    }
    ~crowd()
    {
        if (state_ != nullptr)
            state_->leave_all();
    }

    // HTN_NONE: no bound. Throws what a function of the game has thrown, when all agents have been ticked.
    status tick(std::uint64_t elapsed_us, std::uint32_t budget = HTN_NONE)
    {
        return state_->run([&](htn_crowd *all) { return htn_crowd_tick(all, elapsed_us, budget); });
    }
    status tick_for(std::uint64_t elapsed_us, std::uint64_t budget_ns)
    {
        return state_->run([&](htn_crowd *all) { return htn_crowd_tick_for(all, elapsed_us, budget_ns); });
    }
    status set_clock(htn_clock *clock, void *user)
    {
        return htn_crowd_set_clock(&state_->crowd, clock, user);
    }
    status share()
    {
        return state_->run([](htn_crowd *all) { return htn_crowd_share(all); });
    }
    bool next_news(htn_news &news)
    {
        return htn_crowd_news(&state_->crowd, &news);
    }
    htn_crowd_stats statistics() const
    {
        htn_crowd_stats all{};
        htn_crowd_statistics(&state_->crowd, &all);
        return all;
    }
    htn_crowd *c() const
    {
        return &state_->crowd;
    }

  private:
    template <class User> friend class agent;
    struct state {
        htn_crowd crowd;
        detail::thrown caught;
        int inside = 0;
        template <class Call> status run(Call &&call)
        {
            status s;
            {
                const detail::visit here(inside);
                s = call(&crowd);
            }
            caught.rethrow();
            return s;
        }
        // Each agent of it, and where the agent's exceptions go.
        struct member {
            htn_agent *agent;
            detail::thrown **to, *own;
        };
        std::vector<member> members;
        bool remove(htn_agent *agent)
        {
            for (member &m : members)
                if (m.agent == agent) {
                    *m.to = m.own;
                    m = members.back();
                    members.pop_back();
                    return htn_crowd_remove(&crowd, agent) == HTN_OK;
                }
            return false;
        }
        void leave_all()
        {
            if (inside > 0)
                detail::refuse("a crowd ended inside its own tick: end it when the tick is over");
            while (!members.empty())
                remove(members.back().agent);
        }
    };
    std::shared_ptr<state> state_;
};

// --- Agents --------------------------------------------------------------------------------------

/*
 * An agent. It can be moved. One that is destroyed inside its own functions ends the program with a message, since C would go on in
 * memory that is free. `User` must outlive it, or be replaced by the game before.
 */
template <class User> class agent
{
  public:
    static result<agent> make(const agent_class<User> &of, User &user, htn_agent_options options = {})
    {
        std::unique_ptr<state> made(new state(of));
        made->seat.user = &user;
        made->seat.calls = &of.state_->calls;
        options.user = &made->seat;
        made->memory = detail::block(htn_agent_bytes(of.c(), &options));
        const status s = htn_agent_init(&made->agent, of.c(), &options, made->memory.data(), made->memory.size());
        return s == HTN_OK ? result<agent>(agent(std::move(made))) : result<agent>(s);
    }
    agent(agent &&) = default;
    agent &operator=(agent &&) = default;

    // Throws what a function of the game has thrown, when the tick is over.
    status tick(std::uint64_t elapsed_us)
    {
        state &all = *state_; // the game may move the agent meanwhile
        const status s = htn_agent_tick(all.agent, elapsed_us);
        all.seat.own.rethrow();
        return s;
    }
    status tick_within(std::uint64_t elapsed_us, std::uint32_t &work)
    {
        state &all = *state_;
        const status s = htn_agent_tick_within(all.agent, elapsed_us, &work);
        all.seat.own.rethrow();
        return s;
    }

    world_ref world() const
    {
        return world_ref(htn_agent_world(c()));
    }
    User &user() const
    {
        return *state_->seat.user;
    }
    const domain &of() const
    {
        return state_->of.of();
    }
    status ask(std::uint32_t layer = HTN_NONE)
    {
        return htn_agent_ask(c(), layer);
    }
    status answers_changed()
    {
        return htn_agent_answers_changed(c());
    }
    status sense(sensor_id sensor)
    {
        return detail::scoped(state_->seat.to, [&] { return htn_agent_sense(c(), sensor.index); });
    }
    status set_period(std::uint32_t frames)
    {
        return htn_agent_set_period(c(), frames);
    }

    std::uint32_t layers() const
    {
        return htn_agent_layers(c());
    }
    std::optional<plan_view> plan(std::uint32_t layer = 0) const
    {
        htn_plan plan;
        const std::uint8_t *done;
        return htn_agent_plan(c(), layer, &plan, &done) ? std::optional<plan_view>(plan_view(plan, done))
                                                        : std::nullopt;
    }
    std::optional<htn_activity> activity(std::uint32_t layer, std::uint32_t index) const
    {
        htn_activity a;
        return htn_agent_activity(c(), layer, index, &a) ? std::optional<htn_activity>(a) : std::nullopt;
    }
    std::uint32_t holds() const
    {
        return htn_agent_holds(c());
    }
    std::optional<htn_hold> hold(std::uint32_t index) const
    {
        htn_hold h;
        return htn_agent_hold(c(), index, &h) ? std::optional<htn_hold>(h) : std::nullopt;
    }
    status search_result(std::uint32_t layer = 0) const
    {
        return htn_agent_result(c(), layer);
    }
    bool idle(std::uint32_t layer = 0) const
    {
        return htn_agent_idle(c(), layer);
    }
    htn_counts counts() const
    {
        htn_counts all;
        htn_agent_counts(c(), &all);
        return all;
    }
    result<htn_limits> peaks(std::uint32_t layer = 0) const
    {
        htn_limits all;
        const status s = htn_agent_peaks(c(), layer, &all);
        return s == HTN_OK ? result<htn_limits>(all) : result<htn_limits>(s);
    }

    // Steps whose operator is polled.
    bool next_news(htn_news &news)
    {
        return htn_agent_news(c(), &news);
    }
    status report(std::uint32_t step_id, outcome how)
    {
        return htn_agent_report(c(), step_id, how);
    }

    result<order_id> order(task_id task, values arguments = {}, htn_order_how how = HTN_ORDER_QUEUE,
                           std::uint32_t layer = 0)
    {
        htn_given_task given{};
        std::uint32_t id = HTN_NONE;
        given.task = task.index;
        given.arguments = arguments.data();
        given.argument_count = static_cast<std::uint32_t>(arguments.size());
        const status s = detail::scoped(state_->seat.to, [&] { return htn_agent_order(c(), layer, &given, how, &id); });
        return s == HTN_OK ? result<order_id>(order_id(id)) : result<order_id>(s);
    }
    // No id: all orders of the layer.
    status take_back(order_id order = order_id(), std::uint32_t layer = 0)
    {
        return detail::scoped(state_->seat.to, [&] { return htn_agent_take_back(c(), layer, order.index); });
    }
    std::optional<htn_order> order_at(std::uint32_t index, std::uint32_t layer = 0) const
    {
        htn_order found;
        return htn_agent_order_at(c(), layer, index, &found) ? std::optional<htn_order>(found) : std::nullopt;
    }

    status join(const group &to)
    {
        const status s = htn_agent_join(c(), to.c());
        if (s == HTN_OK)
            state_->joined = to;
        return s;
    }
    status leave_group()
    {
        const status s = htn_agent_join(c(), nullptr);
        if (s == HTN_OK)
            state_->joined.reset();
        return s;
    }
    bool in_group() const
    {
        return htn_agent_group(c()) != nullptr;
    }
    status share()
    {
        return htn_agent_share(c());
    }

    status enter(crowd &to)
    {
        const status s = htn_crowd_add(to.c(), c());
        if (s == HTN_OK) {
            state_->in = to.state_;
            state_->seat.to = &to.state_->caught;
            to.state_->members.push_back({c(), &state_->seat.to, &state_->seat.own});
        }
        return s;
    }
    status leave_crowd()
    {
        if (state_->in == nullptr || !state_->in->remove(c()))
            return HTN_BAD_ARGUMENT;
        state_->in.reset();
        return HTN_OK;
    }

    // Keeps a journal from now on, in a ring of so many bytes, at least HTN_JOURNAL_MIN_BYTES; read it more often than that is full.
    // Where it is refused (TOO_SMALL; BUSY: from inside the agent's own functions), the journal before goes on.
    status keep_journal(std::size_t ring_bytes)
    {
        std::unique_ptr<journal> made(new journal{{}, detail::block(ring_bytes)});
        status s = htn_journal_init(&made->events, made->ring.data(), made->ring.size());
        if (s == HTN_OK)
            s = htn_agent_journal(c(), &made->events);
        if (s == HTN_OK)
            state_->kept = std::move(made);
        return s;
    }
    // Moves events to `out`, of at least HTN_JOURNAL_MIN_BYTES; call it until it returns 0.
    std::size_t read_journal(span<std::uint8_t> out)
    {
        return state_->kept == nullptr ? 0 : htn_journal_read(&state_->kept->events, out.data(), out.size());
    }

    result<bytes> save() const
    {
        bytes out(htn_agent_save_bytes(c()));
        std::size_t used = 0;
        const status s = htn_agent_save(c(), out.data(), out.size(), &used);
        out.resize(used);
        return s == HTN_OK ? result<bytes>(std::move(out)) : result<bytes>(s);
    }
    status load(byte_span save, htn_load_report *report = nullptr)
    {
        const status s = htn_agent_load(c(), save.data(), save.size(), report);
        state_->seat.own.rethrow();
        return s;
    }
    // This agent, a new one over another build of the domain, takes over from `from`.
    status reload(agent &from, htn_load_report *report = nullptr)
    {
        bytes scratch(htn_agent_save_bytes(from.c()));
        const status s = htn_agent_reload(c(), from.c(), scratch.data(), scratch.size(), report);
        from.state_->seat.to->rethrow();
        state_->seat.own.rethrow();
        return s;
    }

    htn_agent *c() const
    {
        return state_->agent;
    }

  private:
    struct journal {
        htn_journal events;
        detail::block ring;
    };
    struct state {
        explicit state(const agent_class<User> &c) : of(c) {}
        state(const state &) = delete;
        ~state()
        {
            if (agent == nullptr)
                return;
            if (seat.inside > 0)
                detail::refuse("an agent ended inside its own function: end it when the tick is over");
            if (in != nullptr)
                in->remove(agent);
            htn_agent_join(agent, nullptr);
        }
        agent_class<User> of;
        detail::seat<User> seat{};
        detail::block memory;
        htn_agent *agent = nullptr;
        std::unique_ptr<journal> kept;
        std::optional<group> joined;
        std::shared_ptr<crowd::state> in;
    };
    explicit agent(std::unique_ptr<state> made) : state_(std::move(made)) {}
    std::unique_ptr<state> state_;
};

// --- Replays -------------------------------------------------------------------------------------

// Replays a journal, to its end (HTN_OK) or to the first event that differs.
inline status replay(const domain &of, byte_span journal, htn_replay_report &report)
{
    std::size_t size = 0;
    for (;;) {
        const detail::block memory(size);
        const status s =
            htn_replay(of.c(), journal.data(), journal.size(), size == 0 ? nullptr : memory.data(), size, &report);
        if (s != HTN_TOO_SMALL)
            return s;
        size = report.memory;
    }
}

// Whether headers and library are of one version.
inline bool version_fits()
{
    return htn_version() == HTN_VERSION;
}

inline std::int32_t fixed(double number)
{
    return htn_fixed_from_double(number);
}
inline double number(std::int32_t fixed)
{
    return htn_double_from_fixed(fixed);
}

} // namespace htn

#endif
