/*
 * The few types of Unreal Engine that docs/unreal.md uses, as far as it uses them, so that the page's C++ compiles and plays without the
 * engine. Written from the engine's public documentation; the macros of its header tool are empty, and its objects are never collected.
 */
#pragma once
/* Laid out as the sources of the engine are. */
/* clang-format off */
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using uint8 = std::uint8_t;
using int32 = std::int32_t;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;
using TCHAR = wchar_t;
#define TEXT(text) L##text
#define ENABLE_VISUAL_LOG 1

/* --- Text ----------------------------------------------------------------------------------------- */

struct FString
{
    std::wstring Text;
    FString() = default;
    FString(const TCHAR *From) : Text(From) {}
    const TCHAR *operator*() const { return Text.c_str(); }
    static FString Of(const TCHAR *Format, va_list Arguments)
    {
        std::wstring Wide; /* in the engine, %s is a TCHAR text */
        for (const TCHAR *At = Format; *At; At++)
            Wide += *At == L's' && At > Format && At[-1] == L'%' ? std::wstring(L"ls") : std::wstring(1, *At);
        TCHAR Room[2048];
        vswprintf(Room, sizeof Room / sizeof *Room, Wide.c_str(), Arguments);
        return FString(Room);
    }
    static FString Printf(const TCHAR *Format, ...)
    {
        va_list Arguments;
        va_start(Arguments, Format);
        FString Made = Of(Format, Arguments);
        va_end(Arguments);
        return Made;
    }
};

inline std::wstring Widen(const char *From) { return std::wstring(From, From + std::strlen(From)); }
inline std::string Narrow(const TCHAR *From)
{
    std::string To;
    for (; *From; From++)
        To += static_cast<char>(*From);
    return To;
}
#define UTF8_TO_TCHAR(text) (Widen(text).c_str())
#define TCHAR_TO_UTF8(text) (Narrow(text).c_str())

struct FName
{
    std::wstring Text;
    FName() = default;
    explicit FName(const TCHAR *From) : Text(From) {}
    FString ToString() const { return FString(Text.c_str()); }
    bool operator==(const FName &Other) const { return Text == Other.Text; }
};

/* --- Containers ----------------------------------------------------------------------------------- */

template <typename T> struct TArray
{
    std::vector<T> List;
    TArray() = default;
    TArray(const T *From, int32 Count) : List(From, From + Count) {}
    void Add(const T &Item) { List.push_back(Item); }
    void Append(const T *From, int32 Count) { List.insert(List.end(), From, From + Count); }
    void SetNumZeroed(size_t Count) { List.assign(Count, T()); }
    void Reset() { List.clear(); }
    int32 Num() const { return static_cast<int32>(List.size()); }
    T *GetData() { return List.data(); }
    const T *GetData() const { return List.data(); }
    T &operator[](int32 i) { return List.at(static_cast<size_t>(i)); }
    const T &operator[](int32 i) const { return List.at(static_cast<size_t>(i)); }
    T *begin() { return List.data(); }
    T *end() { return List.data() + List.size(); }
};

template <typename T> using TFunction = std::function<T>;
template <typename T> std::remove_reference_t<T> &&MoveTemp(T &&Value) { return static_cast<std::remove_reference_t<T> &&>(Value); }

/* --- Logs: what was said is kept, for the test ----------------------------------------------------- */

inline std::vector<std::string> Said;
inline void Note(const char *Kind, const FString &Text) { Said.push_back(std::string(Kind) + ": " + Narrow(*Text)); }
inline void Note(const char *Kind, const TCHAR *Format, ...)
{
    va_list Arguments;
    va_start(Arguments, Format);
    Note(Kind, FString::Of(Format, Arguments));
    va_end(Arguments);
}
#define DECLARE_LOG_CATEGORY_EXTERN(name, level, most) struct name##_declared
#define DEFINE_LOG_CATEGORY(name) struct name##_defined
#define UE_LOG(category, level, ...) Note(#level, __VA_ARGS__)
#define UE_VLOG(owner, category, level, ...) Note((owner) ? "vlog" : "vlog of nobody", __VA_ARGS__)

struct FVisualLogStatusCategory
{
    FString Category;
    std::vector<std::pair<FString, FString>> Data;
    explicit FVisualLogStatusCategory(const TCHAR *Name) : Category(Name) {}
    void Add(const FString &Key, const FString &Value) { Data.emplace_back(Key, Value); }
};
struct FVisualLogEntry
{
    TArray<FVisualLogStatusCategory> Status;
};

/* --- Objects --------------------------------------------------------------------------------------- */

#define UCLASS(...)
#define USTRUCT(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define GENERATED_BODY() \
public:                  \
    static struct UClass *StaticClass();
#define IMPLEMENT_MODULE(type, name) struct name##_module {};
struct UClass
{
    struct UObject *(*Make)();
};
enum EObjectFlags { RF_NoFlags };
struct UObject
{
    FString Name{TEXT("Object")};
    virtual ~UObject() = default;
    FString GetName() const { return Name; }
};
template <typename T> T *NewObject(UObject *, UClass *Class, FName Name, EObjectFlags)
{
    T *Made = static_cast<T *>(Class->Make());
    Made->Name = Name.ToString();
    return Made;
}
struct FFeedbackContext;
struct UFactory : UObject
{
    bool bEditorImport = false;
    UClass *SupportedClass = nullptr;
    TArray<FString> Formats;
    virtual UObject *FactoryCreateBinary(UClass *, UObject *, FName, EObjectFlags, UObject *, const TCHAR *, const uint8 *&, const uint8 *,
        FFeedbackContext *)
    {
        return nullptr;
    }
};

struct AActor : UObject
{
};
struct FActorComponentTickFunction
{
    bool bCanEverTick = false;
};
enum ELevelTick { LEVELTICK_All };
namespace EEndPlayReason
{
enum Type { Destroyed };
}
struct UActorComponent : UObject
{
    FActorComponentTickFunction PrimaryComponentTick;
    AActor *Owner = nullptr;
    AActor *GetOwner() const { return Owner; }
    virtual void BeginPlay() {}
    virtual void EndPlay(const EEndPlayReason::Type) {}
    virtual void TickComponent(float, ELevelTick, FActorComponentTickFunction *) {}
};

/* The engine's header tool makes one in each class. Here only one class calls its base. */
using Super = UActorComponent;

#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(name, type, parameter)        \
    struct name                                                                     \
    {                                                                               \
        std::function<void(type)> Heard;                                            \
        void Broadcast(type Step) { if (Heard) Heard(Step); }                       \
    }

struct FFileHelper
{
    static bool SaveArrayToFile(const TArray<uint8> &Bytes, const TCHAR *Path)
    {
        FILE *File = fopen(Narrow(Path).c_str(), "wb");
        const bool bDone = File && fwrite(Bytes.GetData(), 1, static_cast<size_t>(Bytes.Num()), File) == static_cast<size_t>(Bytes.Num());
        return (!File || fclose(File) == 0) && bDone;
    }
};
